import { Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { RangeInput } from '../../ui/RangeInput.tsx';
import { type AudioSettings, VOLUME } from './audio-settings.ts';
import './volume-control.css';

interface VolumeControlProps {
  readonly audio: AudioSettings;
  readonly change: (change: Partial<AudioSettings>) => void;
}

/** Muting keeps the volume for unmuting. Moving the slider also unmutes. */
export function VolumeControl({ audio: { volume, muted }, change }: VolumeControlProps) {
  const { t } = useTranslation(['app', 'media']);
  const heard = muted ? 0 : volume;
  const percent = t('media:player.percent', { percent: Math.round(heard * 100) });
  return (
    <div className="volume">
      <Button
        look="quiet"
        iconOnly
        icon={muted ? VolumeX : Volume2}
        aria-pressed={muted}
        onClick={() => change({ muted: !muted })}
      >
        {t('media:player.mute')}
      </Button>
      <div className="volume-level">
        <RangeInput
          label={t('media:player.volume')}
          valueText={percent}
          {...VOLUME}
          value={heard}
          onChange={(next) => change({ volume: next, muted: false })}
        />
        <output className="volume-percent tabular">{percent}</output>
      </div>
    </div>
  );
}
