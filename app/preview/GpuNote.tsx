import { useTranslation } from 'react-i18next';
import { useGpuFailed } from './use-painter.ts';

/** Why a preview may lag behind the hand, where the browser has no WebGL. */
export function GpuNote() {
  const { t } = useTranslation();
  return useGpuFailed() ? <p className="stage-note">{t('common.withoutGpu')}</p> : null;
}
