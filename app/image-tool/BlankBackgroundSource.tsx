import { blankBackgroundFields } from '#core/image/blank.ts';
import { UploadRow, UploadTabs } from '../ui/screen/UploadCard.tsx';
import type { PictureTool } from './picture-tool.ts';

export const BLANK_NAME = 'blank.png';

/** Default size of a blank background in pixels. Editors place text within this size until an image is open. */
export const NO_PICTURE = { width: blankBackgroundFields.width.default, height: blankBackgroundFields.height.default };

export interface BackgroundOptions {
  readonly name: string;
  readonly fields?: typeof blankBackgroundFields;
  /** True if the background appears as soon as its tab is open (`useLiveBackground`). */
  readonly isLive?: boolean;
  /** True to ask for an image or a sample while the blank background is visible only because no image is open. */
  readonly invites?: boolean;
}

interface BlankBackgroundSourceProps {
  readonly blank: BackgroundOptions;
  readonly tool: PictureTool;
}

export function BlankBackgroundSource({ blank, tool }: BlankBackgroundSourceProps) {
  const { session, state } = tool;
  return (
    <UploadTabs
      tool={blank.name}
      backgroundFields={blank.fields}
      onBlank={(blank) => session.openBlank(blank, BLANK_NAME)}
      upload={
        <UploadRow
          fileName={state.picture?.source.name}
          openFile={tool.openFile}
          openFiles={tool.openFiles}
          openSaved={tool.openSaved}
        />
      }
    />
  );
}
