import { Clapperboard, Film, Image, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import { FINAL_SEC } from '#core/video/plan/durations.ts';
import { type ImageId, type ImageMix, mixAt, type Timeline } from '#core/video/plan/timeline.ts';
import { fetchSample } from '../../image-tool/samples.ts';
import { showError } from '../../messages/errors.ts';
import { ACCEPTED_AUDIO } from '../../ui/accepted-audio.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { Button } from '../../ui/Button.tsx';
import { RangeInput } from '../../ui/RangeInput.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LeadLine } from '../../ui/screen/StageLead.tsx';
import { Stage } from '../../ui/stage/Stage.tsx';
import { toolOf } from '../catalog.ts';
import { timeText } from '../player/time-text.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';
import { frameAt } from './playback.ts';
import type { PreviewPlayer } from './preview-player.ts';
import { useSecondsText } from './seconds-text.ts';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface MakerStageProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly previewPlayer: PreviewPlayer;
  readonly size: Size;
  readonly open: SlotId | undefined;
  /** Image that is visible while the video isn't playing. */
  readonly still: ImageId;
  readonly timeline: Timeline | undefined;
  readonly addFiles: (files: readonly File[]) => void;
  readonly loading: boolean;
  readonly showVideo: (() => void) | undefined;
}

export function MakerStage({
  maker,
  screen,
  previewPlayer,
  size,
  open,
  still,
  timeline,
  addFiles,
  loading,
  showVideo,
}: MakerStageProps) {
  const { t } = useTranslation(['app', 'media']);
  const { audio, slots } = useVideoDocument(screen);
  const showsVideo = previewPlayer.use((state) => state.showsVideo);
  const drawing = previewPlayer.use((state) => state.drawing);
  const nameOf = useStageName(maker);
  const label = previewPlayer.use(({ position }) =>
    nameOf(
      showsVideo && timeline ? mixAt(timeline, frameAt(timeline, position)) : { from: still, to: still, weight: 0 },
    ),
  );
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    previewPlayer.attach(canvas);
    return () => previewPlayer.attach(null);
  }, [previewPlayer, canvas]);
  const isEmpty = !audio && Object.keys(slots).length === 0;
  const missing = open && !slots[open] && !showsVideo;
  return (
    <div className="maker-stage">
      <Stage
        size={isEmpty ? undefined : size}
        busy={loading || (!isEmpty && drawing)}
        empty={<EmptyStage {...{ screen, addFiles, loading }} />}
        overlay={() =>
          missing && (
            <p className="maker-missing">
              {open === 'start' || open === 'end' ? t('media:maker.whiteInstead') : t('media:maker.chooseImage')}
            </p>
          )
        }
        tools={
          <>
            {open && showsVideo && (
              <Button look="quiet" icon={Image} onClick={() => previewPlayer.showStill()}>
                {t('media:maker.showImage')}
              </Button>
            )}
            {showVideo && (
              <Button look="quiet" icon={Film} onClick={showVideo}>
                {t('media:maker.showVideo')}
              </Button>
            )}
          </>
        }
      >
        <canvas ref={setCanvas} className="stage-canvas" role="img" aria-label={label} />
      </Stage>
      <Scrubber previewPlayer={previewPlayer} timeline={timeline} />
    </div>
  );
}

function EmptyStage({ screen, addFiles, loading }: Pick<MakerStageProps, 'screen' | 'addFiles' | 'loading'>) {
  const { t } = useTranslation(['app', 'media']);
  return (
    <div className="stage-empty" data-loading={loading || undefined}>
      <Clapperboard aria-hidden size={40} strokeWidth={1.25} />
      <LeadLine />
      <p className="stage-empty-title">{t('media:maker.dropBoth')}</p>
      <p className="stage-empty-hint">{t('media:maker.accepts')}</p>
      <div className="action-group">
        <FileButton
          accept={`${ACCEPTED_AUDIO},${ACCEPTED_IMAGES}`}
          onFiles={addFiles}
          look="primary"
          disabled={loading}
        >
          {t('media:maker.openFiles')}
        </FileButton>
        <Button onClick={() => void openSamples(screen)} disabled={loading}>
          {t('common.trySample')}
        </Button>
      </div>
    </div>
  );
}

async function openSamples(screen: VideoScreenWork): Promise<void> {
  const { samples = [] } = toolOf(screen.maker.tool) ?? {};
  const files = await Promise.all(samples.map(fetchSample)).catch(showError);
  if (files) await screen.addFiles(files, undefined);
}

function useStageName({ mainSlots }: VideoMaker): (mix: ImageMix) => string {
  const { t } = useTranslation(['app', 'media']);
  const nameOf = (image: ImageId): string => {
    if (image === 'start') return t('media:maker.startImage');
    if (image === 'end') return t('media:maker.endImage');
    if (image === 'white') return t('media:maker.white');
    if (image === 'final') return t('media:maker.finalFrame');
    const index = mainIndex(image as SlotId) ?? 0;
    return mainSlots === 1 ? t('media:maker.mainImage') : t('media:maker.mainImageNumber', { number: index + 1 });
  };
  return ({ from, to }) =>
    from === to ? nameOf(from) : t('media:maker.crossfade', { from: nameOf(from), to: nameOf(to) });
}

function Scrubber({ previewPlayer, timeline }: { previewPlayer: PreviewPlayer; timeline: Timeline | undefined }) {
  const { t } = useTranslation(['app', 'media']);
  const { position, playing } = previewPlayer.use();
  const seconds = timeline ? timeline.frames / timeline.fps : 0;
  const shown = Math.min(position, seconds);
  const secondsText = useSecondsText();
  const end = timeline?.segments.at(-1)?.from === 'final' ? 'final' : 'white';
  return (
    <section className="scrubber" aria-label={t('media:maker.scrubber')}>
      <Button
        iconOnly
        look="quiet"
        icon={playing ? Pause : Play}
        onClick={() => previewPlayer.togglePlay()}
        disabled={!timeline}
      >
        {playing ? t('media:player.pause') : t('media:player.play')}
      </Button>
      <div className="scrubber-line">
        <RangeInput
          label={t('media:player.seek')}
          valueText={t('media:player.positionOf', { position: timeText(shown), duration: timeText(seconds) })}
          max={seconds || 1}
          step={timeline ? 1 / timeline.fps : 1}
          value={shown}
          onChange={(next) => previewPlayer.seek(next)}
          disabled={!timeline}
        />
        <div className="scrubber-parts" aria-hidden>
          {timeline &&
            partsOf(timeline).map(({ part, first, frames }) => (
              <span key={first} data-part={part} style={{ flexGrow: frames }} />
            ))}
        </div>
      </div>
      <div className="scrubber-texts">
        <span className="tabular">
          {timeline ? `${timeText(shown)} / ${timeText(seconds)}` : t('media:maker.addAudio')}
        </span>
        {timeline && (
          <span className="scrubber-end" data-part={end}>
            {t(`media:maker.lastSecond.${end}`, { seconds: secondsText(FINAL_SEC) })}
          </span>
        )}
      </div>
    </section>
  );
}

interface Part {
  readonly part: 'white' | 'start' | 'main' | 'end' | 'final';
  readonly first: number;
  readonly frames: number;
}

const partOf = (image: ImageId): Part['part'] => (image.startsWith('main') ? 'main' : (image as Part['part']));

/** Merges adjacent segments of the same part of the video, so the bar has at most five segments. */
function partsOf({ segments }: Timeline): readonly Part[] {
  const parts: Part[] = [];
  let first = 0;
  for (const { from, frames } of segments) {
    const part = partOf(from);
    const last = parts.at(-1);
    if (last?.part === part) parts[parts.length - 1] = { ...last, frames: last.frames + frames };
    else parts.push({ part, first, frames });
    first += frames;
  }
  return parts;
}
