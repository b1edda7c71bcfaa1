import { Download } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { ScreenState, ScreenWork } from '../desk/screen-work.ts';
import { useToolSettings } from '../storage/settings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { ImageRef } from '../workers/image-client.ts';
import { ExportFields } from './ExportFields.tsx';
import { encodingOf, FIRST_EXPORT, restoreExport } from './export-settings.ts';
import { FileSize } from './FileSize.tsx';
import { useEncodedFile } from './use-encoded-file.ts';

interface DownloadAsDialogProps {
  readonly screen: ScreenWork<ScreenState>;
  readonly image: ImageRef;
  readonly sourceBytes: number | undefined;
  readonly download: (encoding: ImageEncoding) => void;
  readonly onClose: () => void;
}

export default function DownloadAsDialog({ screen, image, sourceBytes, download, onClose }: DownloadAsDialogProps) {
  const { t } = useTranslation(['app', 'export']);
  const id = useId();
  const [settings, change] = useToolSettings(screen.tool, 'output', FIRST_EXPORT, restoreExport);
  const encoding = { format: settings.format, ...encodingOf(settings) };
  const measured = useEncodedFile(screen, image, encoding);
  return (
    <Dialog open onClose={onClose} className="w-[min(28rem,calc(100vw-24px))]" aria-labelledby={id}>
      <div className="export-dialog">
        <h2 id={id} className="text-heading">
          {t('export:downloadAs')}
        </h2>
        <ExportFields settings={settings} onChange={change} />
        <FileSize measured={measured} sourceBytes={sourceBytes} hasImage />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            icon={Download}
            onClick={() => {
              onClose();
              download(encoding);
            }}
          >
            {t('export:download')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
