import { Music } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { imageDurationThatFits } from '#core/video/plan/slideshow.ts';
import { Button } from '../../parts/Button.tsx';
import type { MakerSettings } from './maker.ts';

interface SlideRoundsProps {
  /** Filled slots. */
  readonly images: number;
  /** Of the main part. */
  readonly seconds: number;
  readonly imageDurationSec: number;
  readonly change: (change: Partial<MakerSettings>) => void;
  readonly disabled: boolean;
}

/** How often a slideshow's images come until the sound is over, and one press to show each once. */
export function SlideRounds({ images, seconds, imageDurationSec, change, disabled }: SlideRoundsProps) {
  const { t } = useTranslation(['app', 'media']);
  const fitting = imageDurationThatFits(images, seconds, soundToSlideshow.params.imageDurationSec);
  const shown = Math.ceil(seconds / imageDurationSec - 1e-9);
  return (
    <div className="maker-rounds">
      <p className="panel-note" role="status">
        {shown === images
          ? t('media:maker.shownOnce')
          : shown < images
            ? t('media:maker.shownInPart', { shown, images })
            : t('media:maker.shownAgain', { rounds: Math.round((shown / images) * 10) / 10 })}
      </p>
      <Button
        icon={Music}
        onClick={() => change({ imageDurationSec: fitting })}
        disabled={disabled || imageDurationSec === fitting}
      >
        {t('media:maker.fitToMusic')}
      </Button>
    </div>
  );
}
