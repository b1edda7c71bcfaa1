import type { TFunction } from 'i18next';
import { Film } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { captionsAt } from '#core/text/captions/captions-at.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LeadLine } from '../../ui/screen/StageLead.tsx';
import { DEFAULT_CANVAS } from './canvas-screen.ts';
import { damageAt } from './damages.ts';
import { ACCEPTED_VIDEOS } from './files.ts';
import type { Damage } from './intact-samples.ts';
import type { PlayerController } from './player-controller.ts';
import { timeText } from './time-text.ts';

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
          <LeadLine />
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
      <DamageNotice controller={controller} />
      <Captions controller={controller} />
    </div>
  );
}

function DamageNotice({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const damage = controller.use(({ damages, position }) => damageAt(damages, position));
  return <div role="status">{damage && <p className="player-damage">{damageText(damage, t)}</p>}</div>;
}

function damageText({ from, to }: Damage, t: TFunction<['app', 'media']>): string {
  if (to === undefined) return t('media:player.damagedToEnd', { from: timeText(from) });
  return t('media:player.damaged', { from: timeText(from), to: timeText(Math.ceil(to)) });
}

function Captions({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const text = controller.use(({ cues, position, loaded, captionDelay }) =>
    loaded ? captionsAt(cues, position - captionDelay) : '',
  );
  return text ? (
    <p className="player-captions" role="group" aria-label={t('media:player.captions')}>
      <span>{text}</span>
    </p>
  ) : null;
}
