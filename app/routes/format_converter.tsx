import { useTranslation } from 'react-i18next';
import { PageHeading } from '../parts/PageHeading.tsx';

export default function FormatConverter() {
  const { t } = useTranslation();
  return <PageHeading title={t('format_converter.name')} summary={t('format_converter.summary')} />;
}
