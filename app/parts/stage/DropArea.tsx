import { useTranslation } from 'react-i18next';

/** Says that files may be dropped: where a mouse is, and inside a `DropTarget`, which takes them. */
export function DropArea() {
  const { t } = useTranslation();
  return <p className="drop-area">{t('common.dropImage')}</p>;
}
