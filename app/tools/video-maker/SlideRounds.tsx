import { Music } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import type { MakerSettings } from './maker.ts';
import type { SlideCount } from './preview-plan.ts';

interface FitToMusicProps {
  readonly count: SlideCount;
  readonly settings: Pick<MakerSettings, 'imageDurationSec'>;
  readonly change: (change: Partial<MakerSettings>) => void;
}

export function SlideRounds({ count, ...props }: FitToMusicProps) {
  const { t } = useTranslation(['app', 'media']);
  const { images, slides } = count;
  const rounds = Math.round((slides / images) * 10) / 10;
  return (
    <div className="maker-rounds">
      <p className="panel-note" role="status">
        {slides < images && <NeverShown count={count} />}
        {slides === images && t('media:maker.shownOnce')}
        {slides > images && t('media:maker.shownAgain', { rounds })}
      </p>
      <FitToMusic count={count} {...props} />
    </div>
  );
}

export function NeverShown({ count: { images, slides } }: Pick<FitToMusicProps, 'count'>) {
  const { t } = useTranslation(['app', 'media']);
  return <>{t('media:maker.neverShown', { count: images - slides, images })}</>;
}

export function FitToMusic({ count, settings, change }: FitToMusicProps) {
  const { t } = useTranslation(['app', 'media']);
  return (
    <Button
      icon={Music}
      onClick={() => change({ imageDurationSec: count.fittingSec })}
      disabled={settings.imageDurationSec === count.fittingSec}
    >
      {t('media:maker.fitToMusic')}
    </Button>
  );
}
