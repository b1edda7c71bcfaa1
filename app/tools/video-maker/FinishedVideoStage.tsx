import './video-maker.css';
import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { needWords } from '../../locales/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { MediaPlayer } from '../player/MediaPlayer.tsx';

await needWords('media');

interface FinishedVideoStageProps {
  readonly video: { readonly name: string; readonly blob: Blob };
  readonly plays?: boolean;
  readonly hide: () => void;
}

/** Plays a finished video in the place of the stage. */
export function FinishedVideoStage({ video: { name, blob }, plays, hide }: FinishedVideoStageProps) {
  const { t } = useTranslation(['app', 'media']);
  const url = useObjectUrl(blob);
  return (
    <div className="maker-stage">
      <MediaPlayer kind="video" src={url} label={t('media:sound.player', { name })} plays={plays}>
        <Button look="quiet" size="small" icon={Clapperboard} onClick={hide}>
          {t('media:maker.showPreview')}
        </Button>
      </MediaPlayer>
    </div>
  );
}
