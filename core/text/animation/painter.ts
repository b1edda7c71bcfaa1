import type { Raster } from '../../base/raster.ts';
import { paintOver } from '../../image/blend/paint-over.ts';
import { crop } from '../../image/crop.ts';
import { flatten } from '../../image/flatten.ts';
import { resample } from '../../image/resample/resample.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { TextScene } from '../compose.ts';
import { paintTextScene } from '../paint-scene.ts';
import { showCharacters } from './reveal.ts';
import type { AnimationSize } from './size.ts';

/** Draws the frames of a text animation, all on one canvas. */
export interface AnimationPainter {
  paint(characters: number): Raster;
  release(): void;
}

/** @param scene laid-out texts, in pixels of the full-size image */
export async function createAnimationPainter(
  scene: TextScene,
  image: Raster,
  size: AnimationSize,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<AnimationPainter> {
  const { canvases } = context.platform;
  const base = flatten(await animationBackground(image, size, context));
  const canvas = canvases.create(size.width, size.height);
  return {
    paint(characters) {
      canvas.context.setTransform(1, 0, 0, 1, 0, 0);
      canvas.context.clearRect(0, 0, size.width, size.height);
      paintTextScene(showCharacters(scene, characters), { canvas, canvases }, { scale: size.scale });
      return paintOver(base, canvas.toRaster());
    },
    release: () => canvas.release(),
  };
}

/** Video sizes are even, so rounding may crop one column or row of the background. */
async function animationBackground(
  image: Raster,
  { width, height, scale }: AnimationSize,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Raster> {
  const scaled = (pixels: number, least: number) => Math.max(least, Math.round(pixels * scale));
  const fitted = await resample(image, scaled(image.width, width), scaled(image.height, height), context);
  return crop(fitted, { topX: 0, topY: 0, bottomX: width, bottomY: height });
}
