import { useTranslation } from 'react-i18next';
import { useGpuFailed } from './use-painter.ts';

/** Note that explains why previews are slow in browsers without WebGL. */
export function GpuNote() {
  const { t } = useTranslation();
  return useGpuFailed() ? <p className="stage-note">{t('common.withoutGpu')}</p> : null;
}
