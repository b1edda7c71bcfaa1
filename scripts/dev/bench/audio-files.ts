import { wavHeader } from '#core/audio/wav/wav-writer.ts';
import { type FileSink, fileFromBytes, type SourceFile } from '#core/base/files.ts';

export const SAMPLE_RATE = 44_100;
const BEAT = 0.23 * SAMPLE_RATE;

/** Generates plucked chords and a snare drum on every second beat: 16-bit stereo, identical on every machine. */
export function music(seconds: number): Int16Array<ArrayBuffer> {
  const sampleFrames = seconds * SAMPLE_RATE;
  const samples = new Int16Array(sampleFrames * 2);
  let random = 1;
  for (let frame = 0; frame < sampleFrames; frame++) {
    const [beat, since] = [Math.floor(frame / BEAT), frame % BEAT];
    random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
    const snare = beat % 2 === 0 ? (random / 2 ** 31 - 1) * Math.exp((-40 * since) / BEAT) : 0;
    const tone = (step: number) =>
      Math.sin((2 * Math.PI * 110 * 2 ** ((((beat * 7) % 12) + step) / 12) * frame) / SAMPLE_RATE);
    const decay = 5000 * Math.exp((-3 * since) / BEAT);
    samples[frame * 2] = decay * (tone(0) + tone(4) + tone(19)) + 8000 * snare;
    samples[frame * 2 + 1] = decay * (tone(0) + tone(7) + tone(24)) + 6000 * snare;
  }
  return samples;
}

/** Returns the header of a WAV file with 16-bit stereo samples. */
export const stereoHeader = (sampleFrames: number): Uint8Array<ArrayBuffer> =>
  wavHeader({
    channels: 2,
    sampleRate: SAMPLE_RATE,
    bitsPerSample: 16,
    isFloat: false,
    sampleFrames,
    trailerBytes: 0,
  });

export function wavOf(samples: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const header = stereoHeader(samples.length / 2);
  const bytes = new Uint8Array(header.length + samples.byteLength);
  bytes.set(header);
  bytes.set(new Uint8Array(samples.buffer), header.length);
  return bytes;
}

export async function throughMemory(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  convert: (file: SourceFile, sink: FileSink) => Promise<unknown>,
): Promise<Uint8Array> {
  let buffer = new Uint8Array(1 << 20);
  let length = 0;
  await convert(fileFromBytes(name, bytes), {
    async write(data, position) {
      length = Math.max(length, position + data.length);
      if (length > buffer.length) {
        const larger = new Uint8Array(length * 2);
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(data, position);
    },
  });
  return buffer.subarray(0, length);
}
