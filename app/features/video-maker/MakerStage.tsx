import { Clapperboard, Image } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mixAt, type PictureId, type Timeline } from '#core/video/plan/timeline.ts';
import { Button } from '../../parts/Button.tsx';
import { FileButton } from '../../parts/screen/FileButton.tsx';
import { Stage } from '../../parts/stage/Stage.tsx';
import type { Size } from '../../parts/stage/stage-view.ts';
import { ACCEPTED_PICTURES } from '../../state/workbench.ts';
import type { Desk } from './desk.ts';
import type { SlotId, VideoMaker } from './maker.ts';
import { frameAt } from './playback.ts';
import type { Reel } from './reel.ts';
import { Scrubber } from './Scrubber.tsx';
import { ACCEPTED_SOUNDS } from './SoundTab.tsx';
import { openSamples } from './samples.ts';
import { useStageName } from './stage-name.ts';

interface MakerStageProps {
  readonly maker: VideoMaker;
  readonly desk: Desk;
  readonly reel: Reel;
  /** The video's own. */
  readonly size: Size;
  /** The slot that is open. */
  readonly open: SlotId | undefined;
  /** What is shown while the video is not. */
  readonly still: PictureId;
  readonly timeline: Timeline | undefined;
  readonly addFiles: (files: readonly File[]) => void;
  readonly loading: boolean;
}

/** The active picture in its frame, or the video that will be made; the scrubber under it. */
export function MakerStage({ maker, desk, reel, size, open, still, timeline, addFiles, loading }: MakerStageProps) {
  const { t } = useTranslation();
  const { sound, slots } = desk.use();
  const showsVideo = reel.use((state) => state.showsVideo);
  const drawing = reel.use((state) => state.drawing);
  const nameOf = useStageName(maker);
  const label = reel.use(({ position }) =>
    nameOf(
      showsVideo && timeline ? mixAt(timeline, frameAt(timeline, position)) : { from: still, to: still, weight: 0 },
    ),
  );
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    reel.attach(canvas);
    return () => reel.attach(null);
  }, [reel, canvas]);
  const isEmpty = !sound && Object.keys(slots).length === 0;
  const missing = open && !slots[open] && !showsVideo;
  return (
    <div className="maker-stage">
      <Stage
        size={isEmpty ? undefined : size}
        busy={loading || (!isEmpty && drawing)}
        empty={<EmptyStage {...{ desk, addFiles, loading }} />}
        overlay={() =>
          missing && (
            <p className="maker-missing">
              {open === 'start' || open === 'end' ? t('video_maker.whiteInstead') : t('video_maker.chooseImage')}
            </p>
          )
        }
        tools={
          open &&
          showsVideo && (
            <Button look="quiet" icon={Image} onClick={() => reel.showStill()}>
              {t('video_maker.showImage')}
            </Button>
          )
        }
      >
        <canvas ref={setCanvas} className="stage-canvas" role="img" aria-label={label} />
      </Stage>
      <Scrubber reel={reel} timeline={timeline} />
    </div>
  );
}

function EmptyStage({ desk, addFiles, loading }: Pick<MakerStageProps, 'desk' | 'addFiles' | 'loading'>) {
  const { t } = useTranslation();
  return (
    <div className="stage-empty" data-loading={loading || undefined}>
      <Clapperboard aria-hidden size={40} strokeWidth={1.25} />
      <p className="stage-empty-title">{t('video_maker.dropBoth')}</p>
      <p className="stage-empty-hint">{t('video_maker.takes')}</p>
      <div className="action-group">
        <FileButton accept={`${ACCEPTED_SOUNDS},${ACCEPTED_PICTURES}`} onFiles={addFiles} multiple disabled={loading}>
          {t('video_maker.openFiles')}
        </FileButton>
        <Button onClick={() => void openSamples(desk)} disabled={loading}>
          {t('common.trySample')}
        </Button>
      </div>
    </div>
  );
}
