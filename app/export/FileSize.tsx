import { useTranslation } from 'react-i18next';
import { ErrorText } from '../ui/ErrorText.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import type { MeasuredFile } from './use-encoded-file.ts';
import './export.css';

interface FileSizeProps {
  readonly measured: MeasuredFile | undefined;
  readonly sourceBytes: number | undefined;
  readonly hasImage: boolean;
}

export function FileSize({ measured, sourceBytes, hasImage }: FileSizeProps) {
  const { t, i18n } = useTranslation(['app', 'export']);
  const { language } = i18n;
  const bytes = measured?.file?.blob.size;
  const after = bytes === undefined ? undefined : formatBytes(bytes, language);
  const text = () => {
    if (!hasImage) return t('export:noImage');
    if (bytes === undefined || after === undefined) return t('export:measuring');
    if (!sourceBytes) return after;
    return t('export:sizes', {
      before: formatBytes(sourceBytes, language),
      after,
      change: new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' }).format(
        bytes / sourceBytes - 1,
      ),
    });
  };
  return (
    <div className="export-size">
      <span className="field-label">{t('export:size')}</span>
      <div role="status" className="tabular" title={bytes === undefined ? undefined : exactBytes(bytes, language)}>
        {measured?.error === undefined ? text() : <ErrorText error={measured.error} />}
      </div>
    </div>
  );
}

const exactBytes = (bytes: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes);
