import { useTranslation } from 'react-i18next';

/** Invitation to drop files, shown on devices with a mouse. Must be inside a `DropTarget`. */
export function DropArea() {
  const { t } = useTranslation();
  return <p className="drop-area">{t('common.dropImage')}</p>;
}
