import { useEffect, useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { animationFormats } from '#core/text/animation/formats.ts';
import { segmentsOf, shownIn } from '#core/text/animation/reveal.ts';
import type { TextWork } from '#core/text/write.ts';
import { type ImageId, mixAt } from '#core/video/plan/timeline.ts';
import { showError } from '../../notices/error-queue.ts';
import { canvasScale } from '../../ui/stage/painted-canvas.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { textPainter } from '../../workers/text-painter-client.ts';
import { animationAudio } from './animation-audio.ts';
import { animationParams } from './animation-settings.ts';
import type { TextPageKind } from './text-page-kind.ts';

interface RevealCanvasProps {
  readonly kind: TextPageKind;
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
  /** Called at the end of the animation, or on error. */
  readonly onEnd: () => void;
}

/** Plays the text animation once with the timing of the MP4, but without audio. */
export function RevealCanvas({ kind, work, size, view, onEnd }: RevealCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ kind, work, size, scale: canvasScale(size, view.scale), onEnd });
  useEffect(() => {
    let ended = false;
    const { kind, work, size, scale, onEnd } = latest.current;
    const images = createImages((shown) => textPainter.paint(work, size, scale, { shown }));
    const play = async () => {
      const timeline = await planTimeline(kind, work, size);
      const seconds = timeline.frames / timeline.fps;
      let drawn = '';
      for (let start: number | undefined; !ended; ) {
        const now = (await nextFrame()) / 1000;
        start ??= now;
        if (now - start >= seconds) return;
        const mix = mixAt(timeline, Math.floor((now - start) * timeline.fps));
        const key = JSON.stringify(mix);
        if (key === drawn || ended) continue;
        const [from, to] = [await images.get(mix.from), await images.get(mix.to)];
        if (!ended) drawMix(canvas.current, from, to, mix.weight);
        drawn = key;
      }
    };
    play()
      .catch(showError)
      .finally(() => {
        images.close();
        if (!ended) onEnd();
      });
    return () => {
      ended = true;
    };
  }, []);
  return <canvas ref={canvas} className="overlay-canvas" />;
}

async function planTimeline(kind: TextPageKind, work: TextWork, size: Size) {
  const { frameRate: fps = animationFormats.mp4.fps, ...settings } = animationParams(kind.route, 'mp4');
  const audio = settings.matchAudio ? animationAudio() : undefined;
  const durationSec = audio?.durationSec || settings.durationSec;
  const pauseSec = Math.min(settings.pauseSec, durationSec / 2);
  const timing = { reveal: settings.reveal, frameRate: fps, durationSec, pauseSec };
  const states = await textPainter.planReveal(work, size, timing);
  return { fps, frames: states.reduce((sum, { frames }) => sum + frames, 0), segments: segmentsOf(states) };
}

/** Holds the last two rendered images of the text, which a fade mixes. */
function createImages(paint: (shown: number) => Promise<{ readonly bitmap: ImageBitmap }>) {
  const held = new Map<ImageId, ImageBitmap>();
  const close = (id: ImageId) => {
    held.get(id)?.close();
    held.delete(id);
  };
  return {
    async get(id: ImageId): Promise<ImageBitmap> {
      const known = held.get(id);
      if (known) return known;
      const { bitmap } = await paint(shownIn(id));
      for (const old of [...held.keys()].slice(0, -1)) close(old);
      held.set(id, bitmap);
      return bitmap;
    },
    close: () => [...held.keys()].forEach(close),
  };
}

/** Draws a mix of two images. Adds premultiplied colors, so pixels that are equal in both images stay constant. */
function drawMix(canvas: HTMLCanvasElement | null, from: ImageBitmap, to: ImageBitmap, weight: number): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  if (canvas.width !== from.width || canvas.height !== from.height)
    Object.assign(canvas, { width: from.width, height: from.height });
  context.globalCompositeOperation = 'copy';
  context.globalAlpha = 1 - weight;
  context.drawImage(from, 0, 0);
  if (weight === 0) return;
  context.globalCompositeOperation = 'lighter';
  context.globalAlpha = weight;
  context.drawImage(to, 0, 0);
}

const nextFrame = () => new Promise<number>((drawn) => requestAnimationFrame(drawn));
