import { Clapperboard } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { MediaPlayer } from '../player/MediaPlayer.tsx';
import type { FinishedVideo } from './video-screen-work.ts';

export function FinishedVideoStage({
  video: { name, blob },
  hide,
}: {
  readonly video: FinishedVideo;
  readonly hide: () => void;
}) {
  const { t } = useTranslation(['app', 'media']);
  const url = useObjectUrl(blob);
  return (
    <div className="maker-stage">
      <MediaPlayer kind="video" src={url} label={t('media:sound.player', { name })} />
      <Button look="quiet" size="small" className="self-start" icon={Clapperboard} onClick={hide}>
        {t('media:maker.showPreview')}
      </Button>
    </div>
  );
}
