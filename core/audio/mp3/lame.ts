import { createEncoder } from 'wasm-media-encoders/esnext';
import type { WasmModule } from '../../platform/wasm.ts';
import type { Mp3Encoder, Mp3Settings } from './mp3-settings.ts';

type EncoderParameters = Parameters<Awaited<ReturnType<typeof createEncoder<'audio/mpeg'>>>['configure']>[0];

/** Opens the encoder LAME 3.100, compiled to WebAssembly. Samples are passed as floats, without rounding to 16 bits. */
export async function createLame(settings: Mp3Settings, module: WasmModule): Promise<Mp3Encoder> {
  const { channels, sampleRate, bitrateKbps, vbrQuality } = settings;
  const encoder = await createEncoder('audio/mpeg', module as never);
  const rate = vbrQuality === undefined ? { bitrate: bitrateKbps } : { vbrQuality };
  encoder.configure({ channels, sampleRate, outputSampleRate: sampleRate, ...rate } as EncoderParameters);
  // Copies the frames, because the encoder returns views of memory that the next call overwrites.
  return {
    encode: (samples) => encoder.encode(samples).slice() as Uint8Array<ArrayBuffer>,
    finish: () => encoder.finalize().slice() as Uint8Array<ArrayBuffer>,
  };
}
