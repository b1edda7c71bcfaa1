import { blankBackgroundFields } from '#core/image/blank.ts';
import { UploadRow, UploadTabs } from '../../parts/screen/UploadCard.tsx';
import type { PictureTool } from './picture-tool.ts';

/** What a blank sheet is called as a file. */
export const BLANK_NAME = 'blank.png';

/** What boxes are held against while there is no picture: a sheet as it is at first. */
export const NO_PICTURE = { width: blankBackgroundFields.width.default, height: blankBackgroundFields.height.default };

interface BlankBackgroundSourceProps {
  readonly name: string;
  readonly tool: PictureTool;
  /** How a blank sheet may be. */
  readonly backgroundFields?: typeof blankBackgroundFields;
}

/** The card of the editors that write or draw on something: a blank sheet or a picture. */
export function BlankBackgroundSource({ name, tool, backgroundFields }: BlankBackgroundSourceProps) {
  const { session, state } = tool;
  return (
    <section className="card source-card">
      <UploadTabs
        tool={name}
        backgroundFields={backgroundFields}
        onBlank={(sheet) => session.openBlank(sheet, BLANK_NAME)}
        disabled={!state.idle}
        upload={
          <UploadRow
            fileName={state.picture?.source.name}
            openFile={tool.openFile}
            openSaved={tool.openSaved}
            disabled={!state.idle}
          />
        }
      />
    </section>
  );
}
