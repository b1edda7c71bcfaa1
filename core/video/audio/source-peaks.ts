import { readPeaks } from '../../audio/dsp/peaks.ts';
import { decodeSamples } from '../../audio/wav/pcm.ts';
import { CancelledError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import { hasOwnReader, openAudio } from './audio-source.ts';
import type { AudioSource } from './audio-types.ts';

const READ_FRAMES = 1 << 17;

/** Returns the peak level, 0 to 1, of each of `count` equal sections of all channels. Reads the audio once. */
export async function sourcePeaks(
  source: AudioSource,
  count: number,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Float32Array<ArrayBuffer>> {
  const peaks = new Float32Array(count);
  const { sampleFrames, format } = source;
  for (let first = 0; first < sampleFrames; first += READ_FRAMES) {
    if (context.signal?.aborted) throw new CancelledError();
    const last = Math.min(sampleFrames, first + READ_FRAMES);
    const { bytes, firstFrame } = await source.readBlocks(first, last, context);
    for (const samples of decodeSamples(bytes, format)) {
      for (let frame = first; frame < Math.min(last, firstFrame + samples.length); frame++) {
        const index = Math.floor((frame * count) / sampleFrames);
        const level = Math.abs(samples[frame - firstFrame] as number);
        if (level > (peaks[index] as number)) peaks[index] = level;
      }
    }
  }
  return peaks.map((peak) => Math.min(1, peak));
}

/**
 * Returns the peak level, 0 to 1, of each of `count` equal sections of any audio file.
 * @throws FudebakoError with the codes of `openAudio`; CancelledError
 */
export async function readSourcePeaks(
  file: SourceFile,
  count: number,
  context: OperationContext,
): Promise<Float32Array<ArrayBuffer>> {
  if (await hasOwnReader(file)) return readPeaks(file, count, context);
  return sourcePeaks(await openAudio(file, context), count, context);
}
