import type { Raster } from '../../base/raster.ts';
import { wholeImage } from '../../geometry/box.ts';
import { choosePalette } from '../../image/formats/gif/palette.ts';
import { writeGifAnimation } from '../../image/formats/gif/write-animation.ts';
import { type ImageMix, mixWithin } from '../../video/plan/timeline.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import { type RevealState, segmentsOf, shownIn } from './reveal.ts';

/** Opacities of the text at which frames of a fade contribute colors to the GIF palette. */
const FADE_SHARES = [0.2, 0.4, 0.6, 0.8];

/** Writes a text animation as a GIF. Throws FudebakoError `imageEncode`; CancelledError. */
export async function writeGif(animation: TextAnimation, context: AnimationContext): Promise<void> {
  const { states, fps, painter, sink, onProgress } = animation;
  const last = states.at(-1) as RevealState;
  const fades = states.some((state) => state.fades);
  const [empty, whole] = [painter.paint(0), painter.paint(last.shown)];
  const draw = ({ from, weight }: ImageMix) =>
    weight > 0 ? blend(empty, whole, weight) : painter.paint(shownIn(from));
  const shares = fades ? FADE_SHARES.map((share) => blend(empty, whole, share)) : [];
  const palette = await choosePalette([empty, ...shares, whole]);
  async function* drawn() {
    const mixes = gifFrames(states);
    for (const [index, { mix, frames }] of mixes.entries()) {
      const image = draw(mix);
      yield { image, changed: wholeImage(image), delayMs: (frames * 1000) / fps };
      onProgress?.((index + 1) / mixes.length);
    }
  }
  await writeGifAnimation({ frames: drawn(), loop: 0, sink, palette }, {}, context);
}

interface GifFrame {
  readonly mix: ImageMix;
  readonly frames: number;
}

/** Returns the GIF frames of a text animation: one for each still state, and one for each step of a fade. */
function gifFrames(states: readonly RevealState[]): readonly GifFrame[] {
  return segmentsOf(states).flatMap((segment) =>
    segment.from === segment.to
      ? [{ mix: mixWithin(segment, 0), frames: segment.frames }]
      : Array.from({ length: segment.frames }, (_, frame) => ({ mix: mixWithin(segment, frame), frames: 1 })),
  );
}

/** Blends two opaque images of equal size; `weight`, 0 to 1, is the weight of the second image. */
function blend(from: Raster, to: Raster, weight: number): Raster {
  const data = from.data.map((value, at) => Math.round(value + ((to.data[at] as number) - value) * weight));
  return { ...from, data };
}
