import { viewOf } from '../base/bytes.ts';

export interface FlacInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Number of samples per channel in a FLAC file; 0 if the file doesn't state the number. */
  readonly samples: number;
}

const BLOCK_BYTES = 34;

/** Parses the `STREAMINFO` block of a FLAC file; returns `undefined` for a too short block or a sample rate of 0. */
export function readFlacInfo(block: Uint8Array): FlacInfo | undefined {
  if (block.length < BLOCK_BYTES) return undefined;
  const view = viewOf(block);
  // STREAMINFO packs 20 bits of sample rate, 3 of channels, 5 of bit depth and 36 of samples (RFC 9639, 8.2).
  const packed = view.getUint32(10);
  const sampleRate = packed >>> 12;
  if (sampleRate === 0) return undefined;
  return {
    sampleRate,
    channels: ((packed >>> 9) & 7) + 1,
    bitsPerSample: ((packed >>> 4) & 31) + 1,
    samples: (packed & 15) * 2 ** 32 + view.getUint32(14),
  };
}
