import { Download, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../notices/error-queue.ts';
import { canShareFile, shareBlob } from '../../platform/share.ts';
import { Button, buttonClass } from '../Button.tsx';
import { formatBytes } from '../format-bytes.ts';
import { useObjectUrl } from '../object-url.ts';

interface ResultFileProps {
  readonly label: string;
  readonly name: string;
  readonly blob: Blob;
  readonly duration?: string;
  readonly isStale: boolean;
  readonly look: 'primary' | 'secondary';
}

export function ResultFile({ label, name, blob, duration, isStale, look }: ResultFileProps) {
  const { t, i18n } = useTranslation();
  const url = useObjectUrl(blob);
  const canShare = useMemo(() => canShareFile(name, blob.type), [name, blob]);
  return (
    <>
      {/* The link can have the focus before it has an address. */}
      <a className={buttonClass({ look })} href={url} download={name} tabIndex={0}>
        <Download aria-hidden strokeWidth={1.75} />
        {label}
      </a>
      {canShare && (
        <Button icon={Share2} iconOnly onClick={() => void shareBlob(blob, name).catch(showError)}>
          {t('common.shareFile', { name })}
        </Button>
      )}
      <span className="panel-note made-note">
        <span className="made-name" title={name}>
          {name}
        </span>
        <span>
          {duration && ` · ${duration}`}
          {` · ${formatBytes(blob.size, i18n.language)}`}
          {isStale && ` · ${t('common.stale')}`}
        </span>
      </span>
    </>
  );
}
