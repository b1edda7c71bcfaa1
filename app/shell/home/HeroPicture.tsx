import { useTranslation } from 'react-i18next';
import { Handles } from './Handles.tsx';

/** What the selection covers of the sample's 1200 × 800 px, with the insets below. */
const SELECTION = { width: 624, height: 528 };

/** The sample picture on the desk, with a crop about to be made. */
export function HeroPicture() {
  const { t } = useTranslation();
  return (
    <figure className="relative">
      <img
        src="/home/landscape.webp"
        width={1200}
        height={800}
        alt={t('home.pictures.hero')}
        className="aspect-3/2 h-auto w-full rounded-base border border-line bg-sunk object-cover"
      />
      <div className="scheme-light absolute inset-[20%_7%_14%_41%]" aria-hidden="true">
        <Handles />
        <span className="tabular absolute -top-9 left-1/2 -translate-x-1/2 rounded-inner bg-ink px-2 py-0.5 text-small whitespace-nowrap text-paper">
          {t('common.imageSize', SELECTION)}
        </span>
      </div>
    </figure>
  );
}
