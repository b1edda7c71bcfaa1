import { useTranslation } from 'react-i18next';

/** Formats seconds with up to two decimals; an unknown duration becomes a dash. */
export function useSecondsText(): (seconds: number | undefined) => string {
  const { t } = useTranslation(['app', 'core', 'media']);
  return (seconds) =>
    seconds === undefined
      ? '–'
      : t('media:sound.seconds', { seconds: String(Math.max(0, Math.round(seconds * 100) / 100)) });
}
