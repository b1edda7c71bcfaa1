import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Generated, GeneratedFormat } from '../../state/generated.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { buttonClass } from '../Button.tsx';
import { formatBytes } from './StatusLine.tsx';

const LABELS = {
  jpg: 'common.downloadJpg',
  png: 'common.downloadPng',
  webp: 'common.downloadWebp',
  avif: 'common.downloadAvif',
  mp4: 'common.downloadMp4',
  gif: 'common.downloadGif',
} as const satisfies Record<GeneratedFormat, string>;

/** What has been made, to be fetched as often as wanted. */
export function GeneratedFiles({ files }: { files: readonly Generated[] }) {
  const { t } = useTranslation();
  // The last of them that was made.
  const latest = files.findLast((file) => !file.isStale);
  return (
    <ul className="generated-files" aria-label={t('common.generated')}>
      {files.map((file) => (
        <GeneratedFile key={file.format} file={file} isLatest={file === latest} />
      ))}
    </ul>
  );
}

function GeneratedFile({ file, isLatest }: { readonly file: Generated; readonly isLatest: boolean }) {
  const { format, name, blob, isStale } = file;
  const { t, i18n } = useTranslation();
  const url = useObjectUrl(blob);
  return (
    <li>
      <a className={buttonClass({ look: isLatest ? 'primary' : 'secondary' })} href={url} download={name}>
        <Download aria-hidden strokeWidth={1.75} />
        {t(LABELS[format])}
      </a>
      <span className="panel-note">
        {name} · {formatBytes(blob.size, i18n.language)}
        {isStale && ` · ${t('common.stale')}`}
      </span>
    </li>
  );
}
