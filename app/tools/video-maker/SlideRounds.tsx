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

/** Says how many images repeat before the audio ends. */
export function SlideRounds({ count, ...props }: FitToMusicProps) {
  const { t } = useTranslation(['app', 'media']);
  const { images, slides } = count;
  return (
    <div className="maker-rounds">
      <p className="panel-note" role="status">
        {slides > images ? t('media:maker.shownAgain', { images, count: slides - images }) : t('media:maker.shownOnce')}
      </p>
      <FitToMusic count={count} {...props} />
    </div>
  );
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
