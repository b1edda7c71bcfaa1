import { Clapperboard, Film, Image, ImagePlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#core/geometry/point.ts';
import { type ImageId, type ImageMix, mixAt } from '#core/video/plan/timeline.ts';
import { fetchSample } from '../../image-tool/samples.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { showError } from '../../notices/error-queue.ts';
import { ACCEPTED_IMAGES } from '../../ui/accepted-images.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { LeadLine } from '../../ui/screen/StageLead.tsx';
import { Stage } from '../../ui/stage/Stage.tsx';
import { toolOf } from '../catalog.ts';
import type { VideoPreviewPlayer } from './frame-style.ts';
import { ACCEPTED_CAPTIONS } from './intake.ts';
import { mainIndex, type SlotId, type VideoMaker } from './maker.ts';
import { frameAt } from './playback.ts';
import type { PreviewPlan } from './preview-plan.ts';
import { Storyboard } from './Storyboard.tsx';
import { useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface MakerStageProps {
  readonly maker: VideoMaker;
  readonly screen: VideoScreenWork;
  readonly previewPlayer: VideoPreviewPlayer;
  readonly size: Size;
  readonly open: SlotId | undefined;
  /** Image that is visible while the video isn't playing. */
  readonly still: ImageId;
  readonly plan: PreviewPlan | undefined;
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
  plan,
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
      showsVideo && plan
        ? mixAt(plan.timeline, frameAt(plan.timeline, position))
        : { from: still, to: still, weight: 0 },
    ),
  );
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    previewPlayer.attach(canvas);
    return () => previewPlayer.attach(null);
  }, [previewPlayer, canvas]);
  const isEmpty = !audio && Object.keys(slots).length === 0;
  const missing = open && !slots[open] && !showsVideo;
  // Audio alone shows nothing, so the stage asks for an image.
  const hasAudioAlone = !isEmpty && Object.keys(slots).length === 0;
  return (
    <div className="maker-stage">
      <Stage
        size={isEmpty ? undefined : size}
        busy={loading || (!isEmpty && drawing)}
        empty={<EmptyStage {...{ screen, addFiles, loading }} />}
        overlay={() =>
          hasAudioAlone ? (
            <div className="maker-missing">
              <FileButton
                accept={ACCEPTED_IMAGES}
                onFiles={addFiles}
                icon={ImagePlus}
                look="primary"
                disabled={loading}
              >
                {t('media:maker.addImage')}
              </FileButton>
            </div>
          ) : missing ? (
            <p className="maker-missing">
              {open === 'start' || open === 'end' ? t('media:maker.whiteInstead') : t('media:maker.chooseImage')}
            </p>
          ) : null
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
      <Storyboard {...{ screen, previewPlayer, plan, addFiles }} />
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
          accept={`${ACCEPTED_AUDIO},${ACCEPTED_IMAGES},${ACCEPTED_CAPTIONS}`}
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
