import { MPEGDecoder } from 'mpg123-decoder';
import { FudebakoError } from '../../base/errors.ts';
import { hasWebAssembly } from '../../wasm/webassembly.ts';

/** Decodes one run of frames, each given whole. */
export interface Mp3Decoder {
  /** @returns left and right, or the one channel twice; full scale at ±1 and sometimes beyond */
  decode(frames: Uint8Array): { readonly channels: readonly Float32Array<ArrayBuffer>[]; readonly samples: number };
  free(): void;
}

/**
 * mpg123 in WebAssembly: the same samples in a page and in Node. Its own trimming is off, as it
 * knows one of the ways in which files state their delay, and `mp3-reader.ts` two.
 *
 * @throws FudebakoError `audioConversion` where there is no WebAssembly
 */
export async function createMp3Decoder(): Promise<Mp3Decoder> {
  const decoder = await openDecoder();
  return {
    decode: (frames) => {
      const { channelData, samplesDecoded } = decoder.decode(frames);
      return { channels: channelData as Float32Array<ArrayBuffer>[], samples: samplesDecoded };
    },
    free: () => decoder.free(),
  };
}

async function openDecoder(): Promise<MPEGDecoder> {
  // Without WebAssembly the decoder would never say that it is ready, nor that it will not be.
  if (!(await hasWebAssembly())) throw new FudebakoError('audioConversion');
  try {
    const decoder = new MPEGDecoder({ enableGapless: false });
    await decoder.ready;
    return decoder;
  } catch (error) {
    throw new FudebakoError('audioConversion', {}, { cause: error });
  }
}
