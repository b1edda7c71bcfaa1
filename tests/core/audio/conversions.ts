import { decodeSamples } from '#core/audio/wav/pcm.ts';
import { readWav, type WavFile } from '#core/audio/wav/wav-reader.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { WrittenFile } from '#core/operation.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Platform } from '#core/platform/platform.ts';
import { platform as inline } from '../../inline-platform.ts';
import { memorySink } from '../memory-sink.ts';

/** A platform on which WebAssembly is forbidden. */
export const withoutWasm: Platform = {
  ...inline,
  wasm: async () => {
    throw new Error('WebAssembly is off');
  },
};

export interface Converted extends WrittenFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function toMp3(file: SourceFile, params: object = {}, platform: Platform = inline): Promise<Converted> {
  const sink = memorySink();
  const written = await wavToMp3.run({ audio: file }, parseParameters(wavToMp3.params, params), { platform, sink });
  return { ...written, bytes: sink.bytes() };
}

export async function toWav(file: SourceFile, params: object = {}, platform: Platform = inline): Promise<Converted> {
  const sink = memorySink();
  const written = await mp3ToWav.run({ audio: file }, parseParameters(mp3ToWav.params, params), { platform, sink });
  return { ...written, bytes: sink.bytes() };
}

export interface TestAudio extends WavFile {
  readonly samples: readonly Float32Array<ArrayBuffer>[];
}

/** Returns a WAV file's samples, read and decoded in one piece. */
export async function audioOf(file: SourceFile): Promise<TestAudio> {
  const wav = await readWav(file);
  const { blockFrames, blockBytes } = wav.format;
  const bytes = await file.read(wav.dataStart, wav.dataStart + Math.ceil(wav.sampleFrames / blockFrames) * blockBytes);
  return { ...wav, samples: decodeSamples(bytes, wav.format).map((channel) => channel.slice(0, wav.sampleFrames)) };
}

export const audioOfBytes = (bytes: Uint8Array<ArrayBuffer>): Promise<TestAudio> =>
  audioOf(fileFromBytes('result.wav', bytes));

/** Returns the samples of an MP3 file, converted to WAV. */
export async function audioOfMp3(bytes: Uint8Array<ArrayBuffer>): Promise<TestAudio> {
  const wav = await toWav(fileFromBytes('sound.mp3', bytes), { bitDepth: 'float' });
  return audioOfBytes(wav.bytes);
}

/** Returns the samples of a WAV file after conversion to MP3 and back. */
export const roundTrip = async (file: SourceFile, params: object = {}, platform?: Platform): Promise<TestAudio> =>
  audioOfMp3((await toMp3(file, params, platform)).bytes);
