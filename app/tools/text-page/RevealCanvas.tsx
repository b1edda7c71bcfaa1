import { useEffect, useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { animationFormats } from '#core/text/animation/formats.ts';
import { ANIMATION_SECONDS, planReveal, shownAt } from '#core/text/animation/reveal.ts';
import type { TextWork } from '#core/text/write.ts';
import { showError } from '../../messages/errors.ts';
import { canvasScale, showBitmap } from '../../ui/stage/painted-canvas.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { textPainter } from '../../workers/text-painter.ts';

interface RevealCanvasProps {
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
  /** Called at the end of the animation, or on error. */
  readonly onEnd: () => void;
}

/** Plays the text animation once, with the timing of the MP4. */
export function RevealCanvas({ work, size, view, onEnd }: RevealCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ work, size, scale: canvasScale(size, view.scale), onEnd });
  useEffect(() => {
    let ended = false;
    const { work, size, scale, onEnd } = latest.current;
    const play = async () => {
      const { fps } = animationFormats.mp4;
      const { characters, bitmap } = await textPainter.paint(work, size, scale, 0);
      showBitmap(canvas.current, bitmap);
      const states = planReveal(characters, fps);
      const start = performance.now();
      for (let drawn = 0; !ended; ) {
        const seconds = (await nextFrame()) / 1000 - start / 1000;
        if (seconds >= ANIMATION_SECONDS) return;
        const shown = shownAt(states, Math.max(0, Math.floor(seconds * fps)));
        if (shown === drawn || ended) continue;
        const painted = await textPainter.paint(work, size, scale, shown);
        showBitmap(ended ? null : canvas.current, painted.bitmap);
        drawn = shown;
      }
    };
    play()
      .catch(showError)
      .finally(() => {
        if (!ended) onEnd();
      });
    return () => {
      ended = true;
    };
  }, []);
  return <canvas ref={canvas} className="overlay-canvas" />;
}

const nextFrame = () => new Promise<number>((drawn) => requestAnimationFrame(drawn));
