import { Link } from '@remix-run/react';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useTranslation } from 'react-i18next';
import { screenWord } from '../../ui/screen-words.ts';
import { groupedScreens } from '../screens.ts';

const tools = groupedScreens((screen) => screen.group !== 'other');

const promises = [
  ['local', ShieldCheck],
  ['offline', WifiOff],
  ['free', UserRound],
] as const;

export default function BelowTheFold() {
  return (
    <>
      <AllTools />
      <Promises />
    </>
  );
}

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
            {screens.map(({ route, icon: Icon }) => {
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
                      {/* On phones, the list shows tool names without descriptions, to stay short. */}
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
    <section className="grid gap-4 border-t border-line pt-6 pb-2 sm:gap-6 sm:pt-10 sm:pb-6" aria-labelledby="promise">
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
