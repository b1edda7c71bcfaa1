import { blankSheetFields } from '#core/image/blank.ts';
import { UploadRow, UploadTabs } from '../../parts/screen/UploadCard.tsx';
import type { PictureTool } from './picture-tool.ts';

/** What a blank sheet is called as a file. */
export const BLANK_NAME = 'blank.png';

/** What boxes are held against while there is no picture: a sheet as it is at first. */
export const NO_PICTURE = { width: blankSheetFields.width.default, height: blankSheetFields.height.default };

interface SheetSourceProps {
  readonly name: string;
  readonly tool: PictureTool;
  /** How a blank sheet may be. */
  readonly sheetFields?: typeof blankSheetFields;
}

/** The card of the editors that write or draw on something: a blank sheet or a picture. */
export function SheetSource({ name, tool, sheetFields }: SheetSourceProps) {
  const { workbench, state } = tool;
  return (
    <section className="card source-card">
      <UploadTabs
        tool={name}
        sheetFields={sheetFields}
        onBlank={(sheet) => workbench.openBlank(sheet, BLANK_NAME)}
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
