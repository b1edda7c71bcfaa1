import { spawnSync } from 'node:child_process';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { readSample } from '../../samples.ts';
import { withFile } from '../../video/ffmpeg.ts';

/** Test audio, a WAV writer that is independent of the code under test, and measures of quality. */

export const sampleFile = (name: string): SourceFile =>
  fileFromBytes(name.split('/').at(-1) as string, readSample(name));

/** Returns a sine of `amplitude` times full scale. */
export function sine(
  frequency: number,
  sampleRate: number,
  length: number,
  amplitude = 0.5,
): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length }, (_, n) => amplitude * Math.sin((2 * Math.PI * frequency * n) / sampleRate));
}

export interface WavParts {
  readonly magic?: 'RIFF' | 'RIFX' | 'RF64';
  readonly tag?: number;
  readonly channels?: number;
  readonly sampleRate?: number;
  readonly bits?: number;
  /** Channel mask; if set, the `fmt ` chunk is a `WAVEFORMATEXTENSIBLE`. */
  readonly mask?: number;
  readonly validBits?: number;
  readonly data: Uint8Array;
  /** Size of the `data` chunk that the WAV header states, instead of the true size. */
  readonly claimedSize?: number;
  /** Size that the RIFF header states, instead of the true size. */
  readonly riffSize?: number;
  /** Bytes of a block, for ADPCM and other packed samples. */
  readonly blockBytes?: number;
  readonly before?: readonly Uint8Array[];
  readonly after?: readonly Uint8Array[];
  /** True to write the chunk `data` before `fmt `, which is not the standard order. */
  readonly dataFirst?: boolean;
}

export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

function integer(value: number, size: number, isBig: boolean): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index++) bytes[index] = Math.floor(value / 256 ** index) % 256;
  return isBig ? bytes.reverse() : bytes;
}

export function chunk(id: string, content: Uint8Array, size = content.length, isBig = false): Uint8Array {
  return new Uint8Array(
    Buffer.concat([bytesOf(id), integer(size, 4, isBig), content, new Uint8Array(content.length % 2)]),
  );
}

export function wavFile(parts: WavParts, name = 'sound.wav'): SourceFile {
  const { magic = 'RIFF', channels = 1, sampleRate = 44_100, bits = 16, tag = 1, mask } = parts;
  const isBig = magic === 'RIFX';
  const block = parts.blockBytes ?? (channels * bits) / 8;
  const number = (value: number, size: number) => integer(value, size, isBig);
  const head = (formatTag: number) => [
    number(formatTag, 2),
    number(channels, 2),
    number(sampleRate, 4),
    number(sampleRate * block, 4),
    number(block, 2),
    number(bits, 2),
  ];
  const guidTail = Uint8Array.of(0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71);
  const format =
    mask === undefined
      ? head(tag)
      : [...head(0xfffe), number(22, 2), number(parts.validBits ?? bits, 2), number(mask, 4), number(tag, 2), guidTail];
  const fmt = chunk('fmt ', new Uint8Array(Buffer.concat(format)), undefined, isBig);
  const data = chunk('data', parts.data, parts.claimedSize ?? parts.data.length, isBig);
  const body = Buffer.concat([
    ...(parts.before ?? []),
    ...(parts.dataFirst ? [data, fmt] : [fmt, data]),
    ...(parts.after ?? []),
  ]);
  const size = parts.riffSize ?? (magic === 'RF64' ? 0xffff_ffff : 4 + body.length);
  return fileFromBytes(
    name,
    new Uint8Array(Buffer.concat([bytesOf(magic), integer(size, 4, isBig), bytesOf('WAVE'), body])),
  );
}

/** Samples as interleaved 16-bit little-endian integers. */
export function pcm16(...channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const sampleFrames = channels[0]?.length ?? 0;
  const view = new DataView(new ArrayBuffer(sampleFrames * channels.length * 2));
  channels.forEach((samples, channel) => {
    samples.forEach((sample, frame) => {
      view.setInt16((frame * channels.length + channel) * 2, Math.round(sample * 32_767), true);
    });
  });
  return new Uint8Array(view.buffer);
}

/** Returns the signal-to-noise ratio of `actual` in decibels. */
export function signalToNoise(expected: Float32Array, actual: Float32Array): number {
  let [signal, noise] = [0, 0];
  expected.forEach((value, index) => {
    signal += value ** 2;
    noise += (value - (actual[index] ?? 0)) ** 2;
  });
  return 10 * Math.log10(signal / noise);
}

export const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

export const peak = (samples: Float32Array): number =>
  samples.reduce((largest, sample) => Math.max(largest, Math.abs(sample)), 0);

/** Returns the amplitude of a frequency (Goertzel, over a Hann window). */
export function amplitudeAt(frequency: number, samples: Float32Array, sampleRate: number): number {
  let [real, imaginary] = [0, 0];
  samples.forEach((sample, n) => {
    const windowed = sample * (1 - Math.cos((2 * Math.PI * n) / samples.length));
    real += windowed * Math.cos((2 * Math.PI * frequency * n) / sampleRate);
    imaginary += windowed * Math.sin((2 * Math.PI * frequency * n) / sampleRate);
  });
  return (2 * Math.hypot(real, imaginary)) / samples.length;
}

/**
 * Returns a file's interleaved audio, decoded by ffmpeg. Passes the file by its path, because ffmpeg doesn't remove
 * the padding of a file from a pipe.
 */
export function decodeByFfmpeg(bytes: Uint8Array, extension: string): Float32Array {
  const args = (path: string) => ['-v', 'quiet', '-i', path, '-f', 'f32le', 'pipe:1'];
  return withFile(
    bytes,
    (path) => {
      const { status, stdout } = spawnSync('ffmpeg', args(path), { maxBuffer: 1 << 30 });
      if (status !== 0) throw new Error('ffmpeg could not decode');
      return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length) as ArrayBuffer);
    },
    `sound.${extension}`,
  );
}

export function channelOf(interleaved: Float32Array, channel: number, channels: number): Float32Array {
  return Float32Array.from(
    { length: interleaved.length / channels },
    (_, n) => interleaved[n * channels + channel] ?? 0,
  );
}
