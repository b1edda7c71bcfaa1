import { viewOf } from '../base/bytes.ts';

/** What FLAC's `STREAMINFO` block says (RFC 9639, 8.2). */
export interface FlacInfo {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Of each channel; 0 if the file does not say. */
  readonly samples: number;
}

const BLOCK_BYTES = 34;

/** Reads the content of a `STREAMINFO` block; nothing if the bytes are too few or state no sample rate. */
export function readFlacInfo(block: Uint8Array): FlacInfo | undefined {
  if (block.length < BLOCK_BYTES) return undefined;
  const view = viewOf(block);
  // 20 bits of the rate, 3 of the channels, 5 of the depth, 36 of the length.
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
