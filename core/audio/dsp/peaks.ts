import { viewOf } from '../../base/bytes.ts';
import { CancelledError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import { convertMp3ToWav } from '../mp3-to-wav.ts';
import { isWav } from '../summary.ts';
import { decodeSamples } from '../wav/pcm.ts';
import { readWav, type WavFile } from '../wav/wav-reader.ts';

const FRAMES_PER_SECTION = 4096;
const PLAIN_HEADER_BYTES = 44;

/**
 * Returns the peak level (0 to 1) of each of `count` equal sections. Of a long section of a WAV, reads only the start.
 * @throws FudebakoError with the codes that `wavToMp3` and `mp3ToWav` throw; CancelledError
 */
export async function readPeaks(
  file: SourceFile,
  count: number,
  context: OperationContext,
): Promise<Float32Array<ArrayBuffer>> {
  return (await isWav(file)) ? peaksOfWav(file, await readWav(file), count, context) : peaksOfMp3(file, count, context);
}

async function peaksOfWav(
  file: SourceFile,
  { format, sampleFrames, dataStart }: WavFile,
  count: number,
  { signal }: OperationContext,
): Promise<Float32Array<ArrayBuffer>> {
  const peaks = new Float32Array(count);
  const { blockBytes, blockFrames } = format;
  for (let index = 0; index < count && sampleFrames > 0; index++) {
    if (signal?.aborted) throw new CancelledError();
    const firstBlock = Math.floor((index * sampleFrames) / count / blockFrames);
    const stretch = Math.min(sampleFrames / count, FRAMES_PER_SECTION);
    const endBlock = firstBlock + Math.max(1, Math.ceil(stretch / blockFrames));
    const bytes = await file.read(dataStart + firstBlock * blockBytes, dataStart + endBlock * blockBytes);
    for (const samples of decodeSamples(bytes, format))
      for (const sample of samples) peaks[index] = Math.max(peaks[index] as number, Math.abs(sample));
  }
  return peaks.map((peak) => Math.min(1, peak));
}

async function peaksOfMp3(
  file: SourceFile,
  count: number,
  context: OperationContext,
): Promise<Float32Array<ArrayBuffer>> {
  const peaks = new Float32Array(count);
  let dataBytes = 0;
  const write = async (bytes: Uint8Array, position: number) => {
    const view = viewOf(bytes);
    if (position === 0) dataBytes = view.getUint32(PLAIN_HEADER_BYTES - 4, true);
    const start = position - PLAIN_HEADER_BYTES;
    for (let at = 0; start >= 0 && at + 1 < bytes.length && start + at < dataBytes; at += 2) {
      const index = Math.floor(((start + at) / dataBytes) * count);
      const loudness = Math.abs(view.getInt16(at, true)) / 0x8000;
      if (loudness > (peaks[index] as number)) peaks[index] = loudness;
    }
  };
  await convertMp3ToWav(file, { bitDepth: '16' }, { ...context, sink: { write } });
  return peaks;
}
