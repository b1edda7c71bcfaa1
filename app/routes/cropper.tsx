import { useTranslation } from 'react-i18next';
import { PageHeading } from '../parts/PageHeading.tsx';

export default function Cropper() {
  const { t } = useTranslation();
  return <PageHeading title={t('cropper.name')} summary={t('cropper.summary')} />;
}
