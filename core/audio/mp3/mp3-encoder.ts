import { FudebakoError, isOutOfMemory } from '../../base/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Mp3Encoder, type Mp3Engine, type Mp3Settings, nearestBitrate } from './mp3-settings.ts';

/** Returns the MP3 encoder to use: `lame`, or `lamejs` if a browser or a page's policy blocks WebAssembly. */
export async function chooseEngine(platform: Platform): Promise<Mp3Engine> {
  try {
    await platform.wasm('mp3-encoder');
    return 'lame';
  } catch {
    return 'lamejs';
  }
}

/** Opens an MP3 encoder. Throws FudebakoError `mp3EncoderMissing`. */
export async function createMp3Encoder(
  engine: Mp3Engine,
  settings: Mp3Settings,
  platform: Platform,
): Promise<Mp3Encoder> {
  try {
    if (engine === 'lamejs') return (await import('./lamejs.ts')).createLamejs(settings);
    return await (await import('./lame.ts')).createLame(settings, await platform.wasm('mp3-encoder'));
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    throw new FudebakoError('mp3EncoderMissing', {}, { cause: error });
  }
}

/** Returns the settings that an encoder actually uses for requested settings: lamejs may lower the sample rate. */
export async function resolveSettings(engine: Mp3Engine, settings: Mp3Settings): Promise<Mp3Settings> {
  if (engine === 'lame') return settings;
  const sampleRate = (await import('./lamejs.ts')).lamejsSampleRate(settings);
  const { bitrateKbps } = settings;
  return { ...settings, sampleRate, bitrateKbps: bitrateKbps && nearestBitrate(bitrateKbps, sampleRate) };
}
