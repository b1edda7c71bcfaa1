import { choosePalette } from '../../image/gif/palette.ts';
import { writeGif } from '../../image/gif/write-gif.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import type { RevealState } from './reveal.ts';

/** @throws CancelledError */
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
      // All that is shown between the bare picture and the whole text has their colours.
      palette: await choosePalette([painter.paint(0), painter.paint(last.shown)]),
      sink,
      onProgress,
    },
    context,
  );
}

/** How long each state stands, in hundredths of a second, so that their sum is exact to one of them. */
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
