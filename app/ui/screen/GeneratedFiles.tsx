import { useTranslation } from 'react-i18next';
import type { Generated, GeneratedFormat } from '../generated.ts';
import { ResultFile } from './ResultFile.tsx';

const LABELS = {
  jpg: 'common.downloadJpg',
  png: 'common.downloadPng',
  webp: 'common.downloadWebp',
  avif: 'common.downloadAvif',
  mp4: 'common.downloadMp4',
  gif: 'common.downloadGif',
} as const satisfies Record<GeneratedFormat, string>;

export function GeneratedFiles({ files }: { files: readonly Generated[] }) {
  const { t } = useTranslation();
  const latest = files.findLast((file) => !file.isStale);
  return (
    <ul className="generated-files" aria-label={t('common.generated')}>
      {files.map((file) => (
        <li key={file.format}>
          <ResultFile {...file} label={t(LABELS[file.format])} look={file === latest ? 'primary' : 'secondary'} />
        </li>
      ))}
    </ul>
  );
}
