import { useEffect, useRef, useState } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { defaultValues } from '#core/parameters/parse.ts';
import { animationFormats, animationTiming } from '#core/text/animation/formats.ts';
import { type RevealState, segmentsOf } from '#core/text/animation/reveal.ts';
import { animationSize } from '#core/text/animation/size.ts';
import { captionChanges, placeCaptions } from '#core/text/captions/place-captions.ts';
import type { TextWork } from '#core/text/write.ts';
import type { AudioSettings } from '#core/video/audio/edited-track.ts';
import { overlaySteps } from '#core/video/overlay/overlay.ts';
import { videoParameters } from '#core/video/parameters.ts';
import { desk } from '../../desk/desk.ts';
import { showError } from '../../notices/error-queue.ts';
import { canvasScale } from '../../ui/stage/painted-canvas.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { textPainter } from '../../workers/text-painter-client.ts';
import { videoPreview } from '../video-maker/preview-client.ts';
import { type AnimationAudio, useAnimationAudio } from './animation-audio.ts';
import { useCaptionSettings } from './animation-captions.ts';
import { type AnimationSettings, useAnimationSettings } from './animation-settings.ts';
import { hideReveal, useReveal } from './reveal.ts';
import { revealPlayer } from './reveal-player.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface RevealCanvasProps {
  readonly kind: TextPageKind;
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
}

/** Shows the text animation as its MP4: with its timing, its audio and its captions. A click shows the page again. */
export default function RevealCanvas({ kind, work, size, view }: RevealCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scale] = useState(() => canvasScale(size, view.scale));
  const cues = desk.document.use(({ history }) => history.present.cues);
  const [{ captionsAs, captionStyle }] = useCaptionSettings(kind.route);
  const plan = usePlan(kind, work, size);
  useEffect(() => {
    revealPlayer.attach(canvas.current);
    return () => {
      revealPlayer.attach(null);
      revealPlayer.setProgram(undefined, undefined);
    };
  }, []);

  const look = JSON.stringify([captionsAs, captionStyle]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` has the settings of the captions
  useEffect(() => {
    if (!plan) return;
    const { fps, states, playedSec, audio } = plan;
    const frames = states.reduce((sum, state) => sum + state.frames, 0);
    const played = { startSec: 0, endSec: playedSec };
    const burned = captionsAs === 'track' ? [] : (cues ?? []);
    const shown = placeCaptions(burned, { fps, frames, played, audioOffsetSec: 0 });
    const timeline = { fps, frames, segments: segmentsOf(states), overlay: overlaySteps(captionChanges(shown), fps) };
    const video = animationSize(size, 'mp4');
    const captions = { size: video, scale: (size.width * scale) / video.width, style: captionStyle };
    revealPlayer.setProgram(
      { timeline, audio: audio && { id: audio.id, settings: UNEDITED } },
      { work, size, scale, captions },
    );
  }, [plan, cues, look, work, size, scale]);

  const begins = plan !== undefined;
  useEffect(() => {
    const { shown } = useReveal.getState();
    if (!begins || !shown) return;
    revealPlayer.seek(shown.fromSec);
    if (shown.plays) revealPlayer.togglePlay();
    if (shown.once)
      return revealPlayer.use.subscribe(({ playing }, before) => before.playing && !playing && hideReveal());
  }, [begins]);
  return (
    <>
      <canvas ref={canvas} className="overlay-canvas" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a button beside the stage does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a button beside the stage does the same */}
      <div className="paper-layer" onClick={hideReveal} />
    </>
  );
}

/** The audio of an animation is neither trimmed nor edited. */
const UNEDITED = defaultValues(videoParameters) as AudioSettings;

interface RevealPlan {
  readonly fps: number;
  readonly states: readonly RevealState[];
  /** Seconds during which captions are shown. */
  readonly playedSec: number;
  readonly audio: AnimationAudio | undefined;
}

function usePlan(kind: TextPageKind, work: TextWork, size: Size): RevealPlan | undefined {
  const [plan, setPlan] = useState<RevealPlan>();
  const [settings] = useAnimationSettings(kind.route);
  const audio = useAnimationAudio();
  const timing = JSON.stringify(settings);
  useEffect(() => {
    let isCurrent = true;
    planReveal(work, size, JSON.parse(timing), audio)
      .then((planned) => isCurrent && setPlan(planned))
      .catch((error) => {
        if (!isCurrent) return;
        hideReveal();
        showError(error);
      });
    return () => {
      isCurrent = false;
    };
  }, [work, size, timing, audio]);
  return plan;
}

async function planReveal(
  work: TextWork,
  size: Size,
  { frameRate: fps = animationFormats.mp4.fps, reveal, matchAudio, ...set }: AnimationSettings,
  audio: AnimationAudio | undefined,
): Promise<RevealPlan> {
  const audioSec = matchAudio ? audio?.durationSec : undefined;
  const timing = animationTiming(set, fps, audioSec);
  if (audio) await videoPreview.openSound(audio.id, audio.file);
  const states = await textPainter.planReveal(work, size, { reveal, frameRate: fps, ...timing });
  return { fps, states, playedSec: audioSec ?? timing.durationSec, audio };
}
