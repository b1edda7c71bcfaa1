import ArrowRight from 'lucide-react/icons/arrow-right';
import Lock from 'lucide-react/icons/lock';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { POSTER } from '../shell/home/poster.ts';
import { QuickStart } from '../shell/home/QuickStart.tsx';
import { useFirstFrame } from '../shell/home/use-first-frame.ts';
import { getStarted } from '../shell/screens.ts';
import { ButtonLink } from '../ui/Button.tsx';

// Loads the animation, the file opener and the content below the fold after the first paint.
const HeroAnimation = lazy(() => import('../shell/home/HeroAnimation.tsx'));
const OpenAFile = lazy(() => import('../shell/home/OpenAFile.tsx'));
const BelowTheFold = lazy(() => import('../shell/home/BelowTheFold.tsx'));

/** Reserves space for content that loads later, so that a reload restores the scroll position. */
const RESERVED_SPACE = <div className="h-[1000px]" />;

export default function Home() {
  const seen = useFirstFrame();
  return (
    <div className="mx-auto grid max-w-[68rem] gap-8 sm:gap-16 lg:gap-20">
      <div className="grid gap-8 sm:gap-10">
        <Hero moving={seen} />
        <div className="min-h-19">
          <Suspense>
            <OpenAFile />
          </Suspense>
        </div>
      </div>
      <QuickStart />
      <Suspense fallback={RESERVED_SPACE}>{seen ? <BelowTheFold /> : RESERVED_SPACE}</Suspense>
    </div>
  );
}

function Hero({ moving }: { readonly moving: boolean }) {
  const { t } = useTranslation();
  const poster = <img alt="" decoding="sync" {...POSTER} />;
  return (
    <section className="grid items-center gap-x-12 gap-y-6 sm:gap-y-8 sm:pt-2 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:pt-6">
      <div className="grid justify-items-start gap-4 sm:gap-5">
        <h1 className="text-title font-bold tracking-tight">{t('home.headline')}</h1>
        <p className="max-w-[34em] text-muted">{t('home.lead')}</p>
        <ButtonLink to={getStarted} look="primary" className="mt-1 min-h-12 px-6">
          {t('home.getStarted')}
          <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </ButtonLink>
        <p className="flex items-center gap-2 text-small text-muted">
          <Lock aria-hidden="true" strokeWidth={1.75} className="size-4 flex-none" />
          {t('home.stays')}
        </p>
      </div>
      <Suspense fallback={poster}>{moving ? <HeroAnimation /> : poster}</Suspense>
    </section>
  );
}
