import { blankBackgroundFields } from '#core/image/blank.ts';
import { UploadRow, UploadTabs } from '../ui/screen/UploadCard.tsx';
import type { ImageTool } from './image-tool.ts';

export const BLANK_NAME = 'blank.png';

/** Default size of a blank background in pixels. Editors place text within this size until an image is open. */
export const NO_IMAGE = { width: blankBackgroundFields.width.default, height: blankBackgroundFields.height.default };

export interface BackgroundOptions {
  readonly name: string;
  readonly fields?: typeof blankBackgroundFields;
  /** True if the background appears as soon as its tab is open (`useLiveBackground`). */
  readonly isLive?: boolean;
  /** True to offer an image or a sample below the blank background, which is visible only because no image is open. */
  readonly invites?: boolean;
}

interface BlankBackgroundSourceProps {
  readonly blank: BackgroundOptions;
  readonly tool: ImageTool;
}

export function BlankBackgroundSource({ blank, tool }: BlankBackgroundSourceProps) {
  const { screen, state } = tool;
  return (
    <UploadTabs
      tool={blank.name}
      backgroundFields={blank.fields}
      onBlank={(blank) => screen.openBlank(blank, BLANK_NAME)}
      upload={
        <UploadRow
          fileName={state.image?.source.name}
          openFile={tool.openFile}
          openFiles={tool.openFiles}
          openSaved={tool.openSaved}
        />
      }
    />
  );
}
