import { Link } from '@remix-run/react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import WifiOff from 'lucide-react/icons/wifi-off';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../parts/Button.tsx';
import { POSTER } from '../shell/home/poster.ts';
import { QuickStart } from '../shell/home/QuickStart.tsx';
import { screenIcons } from '../shell/icons.ts';
import { screenWord } from '../shell/screen-words.ts';
import { getStarted, groupedScreens } from '../shell/screens.ts';

// What moves and what opens files is fetched when the page stands.
const HeroFilm = lazy(() => import('../shell/home/HeroFilm.tsx'));
const OpenAFile = lazy(() => import('../shell/home/OpenAFile.tsx'));

const tools = groupedScreens((screen) => screen.group !== 'other');

const promises = [
  ['local', ShieldCheck],
  ['offline', WifiOff],
  ['free', UserRound],
] as const;

export default function Home() {
  return (
    <div className="mx-auto grid max-w-[68rem] gap-8 sm:gap-16 lg:gap-20">
      <div className="grid gap-8 sm:gap-10">
        <Hero />
        <div className="min-h-19">
          <Suspense>
            <OpenAFile />
          </Suspense>
        </div>
      </div>
      <QuickStart />
      <AllTools />
      <Promises />
    </div>
  );
}

function Hero() {
  const { t } = useTranslation();
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
      <Suspense fallback={<img alt="" {...POSTER} />}>
        <HeroFilm />
      </Suspense>
    </section>
  );
}

/** Every tool there is, by group: the whole catalogue. */
function AllTools() {
  const { t } = useTranslation();
  return (
    <section className="grid gap-4 sm:gap-6" aria-labelledby="all-tools">
      <h2 id="all-tools" className="text-heading">
        {t('home.allTools')}
      </h2>
      {tools.map(({ group, screens }) => (
        <div key={group} className="grid gap-2 sm:gap-3">
          <h3 className="text-small font-semibold text-muted">{t(`shell.groups.${group}`)}</h3>
          <ul className="grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-3">
            {screens.map(({ route }) => {
              const Icon = screenIcons[route];
              return (
                <li key={route}>
                  <Link
                    to={`/${route}`}
                    prefetch="intent"
                    className="card flex h-full min-h-11 gap-2.5 p-2.5 transition-colors hover:border-ai hover:bg-ai-wash max-sm:items-center sm:gap-4 sm:p-4"
                  >
                    <Icon aria-hidden="true" strokeWidth={1.75} className="size-5 flex-none text-ai sm:mt-0.5" />
                    <span className="min-w-0">
                      <span className="block leading-snug max-sm:text-small sm:font-semibold">
                        {screenWord(t, route, 'name')}
                      </span>
                      {/* A phone's page is for finding a tool: what it does stands on its own page. */}
                      <span className="block text-small text-muted max-sm:hidden">
                        {screenWord(t, route, 'summary')}
                      </span>
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Promises() {
  const { t } = useTranslation();
  return (
    <section className="grid gap-4 border-t border-line pt-8 pb-2 sm:gap-6 sm:pt-10 sm:pb-6" aria-labelledby="promise">
      <h2 id="promise" className="text-heading">
        {t('home.promise')}
      </h2>
      <ul className="grid gap-x-10 gap-y-4 sm:gap-y-6 md:grid-cols-3">
        {promises.map(([promise, Icon]) => (
          <li key={promise} className="grid grid-cols-[auto_minmax(0,1fr)] content-start items-center gap-x-3 gap-y-1">
            <Icon aria-hidden="true" strokeWidth={1.75} className="size-6 text-shu sm:col-span-2" />
            <h3>{t(`home.promises.${promise}.title`)}</h3>
            <p className="col-span-2 text-muted max-sm:text-small">{t(`home.promises.${promise}.body`)}</p>
          </li>
        ))}
      </ul>
      <Link
        to="/privacy"
        prefetch="intent"
        className="link inline-flex items-center justify-self-start pointer-coarse:min-h-11"
      >
        {t('home.privacyLink')}
      </Link>
    </section>
  );
}
