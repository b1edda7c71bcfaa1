import { MPEGDecoder } from 'mpg123-decoder';
import { FudebakoError } from '../../base/errors.ts';
import { readingError, wasmError } from '../../base/internal-failure.ts';
import { hasWebAssembly } from '../../wasm/webassembly.ts';

export interface Mp3Decoder {
  /** Decodes MP3 frames to two channels; mono becomes two equal channels. Samples may slightly exceed ±1. */
  decode(mp3Frames: Uint8Array): { readonly channels: readonly Float32Array<ArrayBuffer>[]; readonly samples: number };
  free(): void;
}

/**
 * Opens mpg123 (WebAssembly). Turns off mpg123's gapless trimming, which supports only one of two delay formats.
 * @throws FudebakoError `audioConversion` if WebAssembly is unavailable
 */
export async function createMp3Decoder(): Promise<Mp3Decoder> {
  const decoder = await openDecoder();
  return {
    decode: (mp3Frames) => {
      const { channelData, samplesDecoded } = decoder.decode(mp3Frames);
      return { channels: channelData as Float32Array<ArrayBuffer>[], samples: samplesDecoded };
    },
    free: () => decoder.free(),
  };
}

async function openDecoder(): Promise<MPEGDecoder> {
  // Checks for WebAssembly first, because without WebAssembly mpg123's promise `ready` never settles.
  if (!(await hasWebAssembly()))
    throw new FudebakoError('audioConversion', {}, { cause: wasmError('mpg123', undefined) });
  try {
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return decoder;
  } catch (error) {
    throw readingError(error, 'audioConversion');
  }
}
