import FileInput from 'lucide-react/icons/file-input';
import { useTranslation } from 'react-i18next';
import { offerFiles } from '../../intake/arrivals.ts';
import { FileButton } from '../../ui/screen/FileButton.tsx';

/** Opens a file before the visitor chooses a tool. The whole window also accepts drops (`useFileArrivals`). */
export default function OpenAFile() {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="open-a-file"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-base border border-dashed border-border bg-surface p-4 sm:px-6"
    >
      <div className="flex items-center gap-4">
        <FileInput aria-hidden="true" strokeWidth={1.75} className="size-6 flex-none text-ai" />
        <div>
          <h2 id="open-a-file" className="text-base">
            <span className="pointer-coarse:hidden">{t('home.dropFile')}</span>
            <span className="pointer-fine:hidden">{t('home.openFile')}</span>
          </h2>
          <p className="text-small text-muted max-sm:hidden">{t('home.acceptsFiles')}</p>
        </div>
      </div>
      <FileButton accept="" multiple onFiles={(files) => offerFiles(files, 'drop')}>
        {t('common.chooseFile')}
      </FileButton>
    </section>
  );
}
