import { useLocation } from '@remix-run/react';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Progress } from '../ui/screen/StatusLine.tsx';
import { screenWord } from '../ui/screen-words.ts';
import { forgetWork, useBackgroundWork } from '../workers/background-work.ts';

type Work = ReturnType<typeof useBackgroundWork.getState>['works'][number];

export function WorkNotices() {
  const works = useBackgroundWork((state) => state.works);
  const { pathname } = useLocation();
  const isHere = ({ route }: Work) => pathname === `/${route}`;
  const seen = works.find((work) => isHere(work) && work.made !== undefined)?.route;
  useEffect(() => seen && forgetWork(seen), [seen]);
  return works.filter((work) => !isHere(work)).map((work) => <WorkNotice key={work.route} work={work} />);
}

function WorkNotice({ work: { route, useBusy, made } }: { work: Work }) {
  const { t } = useTranslation();
  const busy = useBusy();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-line bg-surface py-1.5 ps-2 pe-2">
      <ButtonLink size="small" to={`/${route}`}>
        {screenWord(t, route, 'name')}
      </ButtonLink>
      {made === undefined ? (
        // Hides the percentage from screen readers, which would read every change aloud.
        <div className="min-w-0 grow basis-60" aria-live="off">
          {busy && <Progress busy={busy} />}
        </div>
      ) : (
        <>
          <p className="min-w-0 grow basis-32 wrap-anywhere">{`${t('common.done')} · ${made}`}</p>
          <Button look="quiet" icon={X} iconOnly onClick={() => forgetWork(route)}>
            {t('common.close')}
          </Button>
        </>
      )}
    </div>
  );
}
