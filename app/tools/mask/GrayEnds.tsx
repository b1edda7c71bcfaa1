import { useTranslation } from 'react-i18next';

/** Says what both ends of the gray levels do. */
export function GrayEnds() {
  const { t } = useTranslation('stage');
  return (
    <p className="mask-grays tabular">
      <span>{t('mask.grayHide')}</span>
      <span>{t('mask.grayKeep')}</span>
    </p>
  );
}
