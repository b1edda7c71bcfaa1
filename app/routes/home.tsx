import { Link } from '@remix-run/react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Lock from 'lucide-react/icons/lock';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../parts/Button.tsx';
import { HeroPicture } from '../shell/home/HeroPicture.tsx';
import { QuickStart } from '../shell/home/QuickStart.tsx';
import { screenIcons } from '../shell/icons.ts';
import { screenWord } from '../shell/screen-words.ts';
import { getStarted, groupedScreens } from '../shell/screens.ts';

const tools = groupedScreens((screen) => screen.group !== 'other');

const promises = [
  ['local', ShieldCheck],
  ['offline', WifiOff],
  ['free', UserRound],
] as const;

export default function Home() {
  return (
    <div className="mx-auto grid max-w-[68rem] gap-16 lg:gap-20">
      <Hero />
      <QuickStart />
      <AllTools />
      <Promises />
    </div>
  );
}

function Hero() {
  const { t } = useTranslation();
  return (
    <section className="grid items-center gap-x-12 gap-y-8 pt-2 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:pt-6">
      <div className="grid justify-items-start gap-5">
        <h1 className="text-title font-bold tracking-tight">{t('home.headline')}</h1>
        <p className="phrases max-w-[34em] text-muted">{t('home.lead')}</p>
        <ButtonLink to={getStarted} look="primary" className="mt-1 min-h-12 px-6">
          {t('home.getStarted')}
          <ArrowRight aria-hidden="true" strokeWidth={1.75} />
        </ButtonLink>
        <p className="flex items-center gap-2 text-small text-muted">
          <Lock aria-hidden="true" strokeWidth={1.75} className="size-4 flex-none" />
          {t('home.noUpload')}
        </p>
      </div>
      <HeroPicture />
    </section>
  );
}

/** Every tool there is, by group: the whole catalogue. */
function AllTools() {
  const { t } = useTranslation();
  return (
    <section className="grid gap-6" aria-labelledby="all-tools">
      <h2 id="all-tools" className="text-heading">
        {t('home.allTools')}
      </h2>
      {tools.map(({ group, screens }) => (
        <div key={group} className="grid gap-3">
          <h3 className="text-small font-semibold text-muted">{t(`shell.groups.${group}`)}</h3>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {screens.map(({ route }) => {
              const Icon = screenIcons[route];
              return (
                <li key={route}>
                  <Link
                    to={`/${route}`}
                    prefetch="intent"
                    className="card flex h-full gap-4 p-4 transition-colors hover:border-ai hover:bg-ai-wash"
                  >
                    <Icon aria-hidden="true" strokeWidth={1.75} className="mt-0.5 size-5 flex-none text-ai" />
                    <span>
                      <span className="block font-semibold">{screenWord(t, route, 'name')}</span>
                      <span className="phrases block text-small text-muted">{screenWord(t, route, 'summary')}</span>
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
    <section className="grid gap-6 border-t border-line pt-10 pb-6" aria-labelledby="promise">
      <h2 id="promise" className="text-heading">
        {t('home.promise')}
      </h2>
      <ul className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {promises.map(([promise, Icon]) => (
          <li key={promise} className="grid content-start gap-1">
            <Icon aria-hidden="true" strokeWidth={1.75} className="mb-1 size-6 text-shu" />
            <h3>{t(`home.promises.${promise}.title`)}</h3>
            <p className="phrases text-muted">{t(`home.promises.${promise}.body`)}</p>
          </li>
        ))}
      </ul>
      <Link to="/privacy" prefetch="intent" className="link justify-self-start">
        {t('home.privacyLink')}
      </Link>
    </section>
  );
}
