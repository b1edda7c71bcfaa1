import { useTranslation } from 'react-i18next';
import { useGpuFailed } from './use-painter.ts';

export function GpuNote() {
  const { t } = useTranslation();
  return useGpuFailed() ? <p className="stage-note">{t('common.withoutGpu')}</p> : null;
}
