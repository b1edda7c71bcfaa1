import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuickStartRoute } from '../../tools/catalog.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { quickStart } from '../screens.ts';
import { ColorImage, CropImage, ScaleImage, TextImage } from './CardImages.tsx';

const images: Readonly<Record<QuickStartRoute, ComponentType>> = {
  scaler: ScaleImage,
  cropper: CropImage,
  color_adjuster: ColorImage,
  advanced_text_editor: TextImage,
};
const cards = quickStart.map((route) => [route, images[route]] as const);

export function QuickStart() {
  const { t } = useTranslation();
  return (
    <section className="grid gap-4 sm:gap-6" aria-labelledby="quick-start">
      <h2 id="quick-start" className="text-heading">
        {t('home.quickStart')}
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4">
        {cards.map(([route, CardImage]) => (
          <li
            key={route}
            className="card relative grid grid-rows-[auto_1fr] overflow-hidden transition-colors hover:border-ai"
          >
            <div className="relative aspect-8/5 overflow-hidden border-b border-line bg-sunk" aria-hidden="true">
              <CardImage />
            </div>
            <div className="flex flex-col items-start gap-1 p-3 sm:p-4">
              <h3 id={`card-${route}`}>{t(`home.cards.${route}.title`)}</h3>
              <p className="mb-3 text-small text-muted max-sm:hidden">{t(`home.cards.${route}.body`)}</p>
              <ButtonLink
                id={`open-${route}`}
                to={`/${route}`}
                size="small"
                className="mt-auto after:absolute after:inset-0"
                aria-labelledby={`open-${route} card-${route}`}
              >
                {t('home.open')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
