import { blankBackgroundFields } from '#core/image/blank.ts';
import { UploadRow, UploadTabs } from '../../parts/screen/UploadCard.tsx';
import type { PictureTool } from './picture-tool.ts';

/** What a blank background is called as a file. */
export const BLANK_NAME = 'blank.png';

/** What boxes are held against while there is no picture: a blank background as it is at first. */
export const NO_PICTURE = { width: blankBackgroundFields.width.default, height: blankBackgroundFields.height.default };

/** Of an editor that also writes or draws on a blank background. */
export interface BackgroundOptions {
  /** The tool under whose name the blank background is remembered. */
  readonly name: string;
  /** How a blank background may be. */
  readonly fields?: typeof blankBackgroundFields;
}

interface BlankBackgroundSourceProps {
  readonly blank: BackgroundOptions;
  readonly tool: PictureTool;
}

/** What the editors begin with that write or draw on something: a blank background or a picture. */
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
