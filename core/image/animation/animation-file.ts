import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import { sequenceFrames } from '../formats/heif/heif.ts';
import { formatNamed, sniffImage } from '../formats/registry.ts';
import type { AnimationFacts } from './read-animation.ts';

/** Returns format, frames and timing of an animated file; `undefined` for a still image. */
export async function animationFacts(file: SourceFile): Promise<AnimationFacts | undefined> {
  const bytes = await animatedBytes(file);
  return bytes && (await import('./read-animation.ts')).readAnimation(bytes);
}

/** Number of bytes at the start of a file from which the format of most files can be detected. */
const START_BYTES = 4096;

/** Returns the bytes of an image file that may be animated; `undefined` for other files. */
export async function animatedBytes(file: SourceFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const start = await file.read(0, START_BYTES);
  const format = sniffImage(start);
  if (!format || !formatNamed(format).mayBeAnimated?.(start)) return undefined;
  return file.read();
}

/** Warns that an operation without animations uses only the first frame of a file. */
export async function warnOfFrames(
  file: SourceFile,
  { onWarning }: Pick<OperationContext, 'onWarning'>,
): Promise<void> {
  const bytes = await animatedBytes(file);
  if (!bytes) return;
  const { readAnimation } = await import('./read-animation.ts');
  const frames = (await readAnimation(bytes))?.frames ?? sequenceFrames(bytes);
  if (frames > 1) onWarning?.({ code: 'animationFirstFrame', data: { name: file.name, frames } });
}
