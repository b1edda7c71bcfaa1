import { useTranslation } from 'react-i18next';
import { PageHeading } from '../parts/PageHeading.tsx';

export default function Scaler() {
  const { t } = useTranslation();
  return <PageHeading title={t('scaler.name')} summary={t('scaler.summary')} />;
}
