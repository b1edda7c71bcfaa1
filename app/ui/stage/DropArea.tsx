import { useTranslation } from 'react-i18next';

/** Invites visitors to drop files, on devices with a mouse. Must be inside a `DropTarget`. */
export function DropArea() {
  const { t } = useTranslation();
  return <p className="drop-area">{t('common.dropImage')}</p>;
}
