import { readPeaks } from '../../audio/dsp/peaks.ts';
import { decodeSamples } from '../../audio/wav/pcm.ts';
import { CancelledError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import type { OperationContext } from '../../platform/context.ts';
import { hasOwnReader, openAudio } from './audio-source.ts';

const READ_SECONDS = 10;

/**
 * Returns the peak level (0 to 1) of each of `count` equal sections of any audio.
 * @throws FudebakoError with the codes of `openAudio`; CancelledError
 */
export async function readSourcePeaks(
  file: SourceFile,
  count: number,
  context: OperationContext,
): Promise<Float32Array<ArrayBuffer>> {
  if (await hasOwnReader(file)) return readPeaks(file, count, context);
  const audio = await openAudio(file, context);
  const peaks = new Float32Array(count);
  const step = READ_SECONDS * audio.sampleRate;
  for (let first = 0; first < audio.sampleFrames; first += step) {
    if (context.signal?.aborted) throw new CancelledError();
    const { bytes, firstFrame } = await audio.readBlocks(first, Math.min(audio.sampleFrames, first + step), context);
    for (const samples of decodeSamples(bytes, audio.format))
      samples.forEach((sample, at) => {
        const section = Math.floor(((firstFrame + at) / audio.sampleFrames) * count);
        peaks[section] = Math.max(peaks[section] as number, Math.min(1, Math.abs(sample)));
      });
  }
  return peaks;
}
