import { useTranslation } from 'react-i18next';

/** Invites dropping files if the device has a mouse. Must be inside a `DropTarget`. */
export function DropArea() {
  const { t } = useTranslation();
  return <p className="drop-area">{t('common.dropImage')}</p>;
}
