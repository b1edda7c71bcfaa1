import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../parts/Button.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { encodingOf, FIRST_EXPORT, restoreExport } from '../../../state/card/export-settings.ts';
import { useWrittenFile } from '../../../state/card/use-written-file.ts';
import { useToolSettings } from '../../../state/settings.ts';
import { type PendingWork, type PictureTool, settled } from '../picture-tool.ts';
import { ExportFields } from './ExportFields.tsx';
import { FileSize } from './FileSize.tsx';

interface DownloadAsDialogProps {
  readonly tool: PictureTool;
  readonly pending: PendingWork | undefined;
  readonly onClose: () => void;
}

/** Writes the picture of a tool in any format, as the converter does. */
export default function DownloadAsDialog({ tool, pending, onClose }: DownloadAsDialogProps) {
  const { t } = useTranslation(['app', 'card']);
  const id = useId();
  const { session, state } = tool;
  const [settings, change] = useToolSettings(session.tool, 'output', FIRST_EXPORT, restoreExport);
  const encoding = { format: settings.format, ...encodingOf(settings) };
  const measured = useWrittenFile(session, tool.ready ? tool.recipeWith(pending) : undefined, encoding);
  const download = () => {
    onClose();
    void settled(pending, () => session.download(encoding));
  };
  return (
    <Dialog open onClose={onClose} className="w-[min(28rem,calc(100vw-24px))]" aria-labelledby={id}>
      <div className="export-dialog">
        <h2 id={id} className="text-heading">
          {t('card:downloadAs')}
        </h2>
        <ExportFields settings={settings} onChange={change} />
        <FileSize measured={measured} sourceBytes={state.picture?.sourceBytes} hasPicture={tool.ready} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button look="primary" icon={Download} onClick={download}>
            {t('card:download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
