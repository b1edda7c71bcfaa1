import { choosePalette } from '../../image/gif/palette.ts';
import { writeGif } from '../../image/gif/write-gif.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import type { RevealState } from './reveal.ts';

export async function writeAnimation(animation: TextAnimation, context: AnimationContext): Promise<void> {
  const { states, fps, painter, sink, onProgress } = animation;
  const last = states.at(-1) as RevealState;
  const delays = delaysCs(states, fps);
  await writeGif(
    {
      frames: states.length,
      draw: (index) => ({
        picture: painter.paint((states[index] as RevealState).shown),
        delayCs: delays[index] as number,
      }),
      // Every frame blends the image without text and the image with all text, so these two contain all colors.
      palette: await choosePalette([painter.paint(0), painter.paint(last.shown)]),
      sink,
      onProgress,
    },
    context,
  );
}

/** Returns delays in hundredths of a second, rounded cumulatively so that rounding errors don't add up. */
export function delaysCs(states: readonly RevealState[], fps: number): number[] {
  let frames = 0;
  let written = 0;
  return states.map((state) => {
    frames += state.frames;
    const end = Math.round((frames * 100) / fps);
    const delay = end - written;
    written = end;
    return delay;
  });
}
