import { worseDamage } from '../../../base/damage.ts';
import { createRaster, pixelWords } from '../../../base/raster.ts';
import type { DecodedPixels } from '../image-format.ts';
import { loadPngKernels } from './png-kernels.ts';
import { openPng } from './png-rows.ts';

/** Decodes a PNG and checks for damage. Blocks its thread. Throws for undefined pixel types, or without WebAssembly. */
export async function decodePng(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedPixels> {
  const kernels = await loadPngKernels();
  if (!kernels) throw new Error('PNG is decoded in WebAssembly');
  const png = openPng(kernels, bytes);
  const { width, height } = png.form;
  const raster = createRaster(width, height);
  const words = pixelWords(raster);
  const damage = png.readRows(({ y, pass: { x, stepX }, columns, pixels }) => {
    if (stepX === 1) raster.data.set(pixels, y * width * 4);
    else {
      const row = new Uint32Array(pixels.buffer, pixels.byteOffset, columns);
      for (let column = 0, to = y * width + x; column < columns; column++, to += stepX)
        words[to] = row[column] as number;
    }
    return true;
  });
  // Missing pixels of a truncated PNG without alpha become black.
  if (damage === 'truncated' && !png.mayHaveAlpha)
    for (let index = 0; index < words.length; index++) words[index] ||= 0xff_00_00_00;
  return { ...raster, damage: worseDamage(png.damage, damage) };
}
