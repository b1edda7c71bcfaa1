import { Film } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { captionsAt } from '#app/tools/player/engine/captions.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { DEFAULT_CANVAS } from './canvas-screen.ts';
import { ACCEPTED_VIDEOS } from './files.ts';
import type { PlayerController } from './player-controller.ts';

interface PlayerStageProps {
  readonly controller: PlayerController;
  readonly canvasRef: Ref<HTMLCanvasElement>;
  readonly openFiles: (files: readonly File[]) => void;
  readonly openSample: () => void;
}

export function PlayerStage({ controller, canvasRef, openFiles, openSample }: PlayerStageProps) {
  const { t } = useTranslation(['app', 'media']);
  const loaded = controller.use((state) => state.loaded);
  const loading = controller.use((state) => state.loading);
  return (
    <div className="player-stage" data-empty={(!loaded && !loading) || undefined} aria-busy={loading || undefined}>
      <canvas
        ref={canvasRef}
        className="player-canvas"
        width={DEFAULT_CANVAS.width}
        height={DEFAULT_CANVAS.height}
        role="img"
        aria-label={t('common.preview')}
        onClick={() => controller.togglePlay()}
      />
      {loading && (
        <p className="player-loading" role="status">
          <Spinner /> {t('common.opening')}
        </p>
      )}
      {!loaded && !loading && (
        <div className="stage-empty player-empty">
          <Film aria-hidden size={40} strokeWidth={1.25} />
          <p className="stage-empty-title">{t('media:player.drop')}</p>
          <p className="stage-empty-hint">{t('media:player.accepts')}</p>
          <div className="action-group">
            <FileButton accept={ACCEPTED_VIDEOS} onFile={(file) => openFiles([file])} look="primary">
              {t('media:player.open')}
            </FileButton>
            <Button onClick={openSample}>{t('common.trySample')}</Button>
          </div>
        </div>
      )}
      <Captions controller={controller} />
    </div>
  );
}

function Captions({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const text = controller.use(({ cues, position, loaded }) => (loaded ? captionsAt(cues, position) : ''));
  return text ? (
    <p className="player-captions" role="group" aria-label={t('media:player.captions')}>
      <span>{text}</span>
    </p>
  ) : null;
}
