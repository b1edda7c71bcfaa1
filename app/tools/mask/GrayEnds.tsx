import { useTranslation } from 'react-i18next';

/** Says what both ends of the gray levels do. */
export function GrayEnds() {
  const { t } = useTranslation(['app', 'stage']);
  return (
    <p className="mask-grays tabular">
      <span>{t('stage:mask.grayHide')}</span>
      <span>{t('stage:mask.grayKeep')}</span>
    </p>
  );
}
