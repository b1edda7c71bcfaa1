import { FudebakoError } from './errors.ts';
import type { SourceFile } from './files.ts';
import { readImageHeader, sniffPicture } from './image/header.ts';
import { swapsSides } from './image/orientation.ts';
import type { Data } from './operation.ts';

/**
 * What a file is, by its bytes: for a picture its format and upright size in pixels.
 * @throws FudebakoError `imageLoad`, `inspectUnknown`
 */
export async function inspectFile(file: SourceFile): Promise<Data> {
  const bytes = await file.read();
  const format = sniffPicture(bytes);
  if (!format) throw new FudebakoError('inspectUnknown');
  const header = readImageHeader(bytes);
  if (!header) throw new FudebakoError('imageLoad', { reason: 'damaged' });
  const { width, height, orientation, bitDepth, channels, mayHaveAlpha, hasProfile, animated } = header;
  const upright = swapsSides(orientation) ? { width: height, height: width } : { width, height };
  return {
    kind: 'image',
    format,
    bytes: file.size,
    ...upright,
    megapixels: Math.round((width * height) / 1e4) / 100,
    orientation,
    bitDepth,
    channels,
    alpha: mayHaveAlpha,
    colorProfile: hasProfile,
    animated,
  };
}
