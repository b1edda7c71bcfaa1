import { viewOf } from '../base/bytes.ts';
import type { SourceFile } from '../base/files.ts';

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

/**
 * True if the frames of a FLAC file state their sample rate in whole kilohertz, as FFmpeg writes 192 kHz. mediabunny
 * takes this number for hertz and finds no frame.
 */
export async function statesKilohertz(file: SourceFile): Promise<boolean> {
  let at = 4;
  for (let block = 0; block < MAX_BLOCKS; block++) {
    const header = await file.read(at, at + 4);
    if (header.length < 4) return false;
    at += 4 + (viewOf(header).getUint32(0) & 0xffffff);
    if ((header[0] as number) < 128) continue;
    const frame = await file.read(at, at + 3);
    return frame[0] === 0xff && ((frame[2] ?? 0) & 15) === IN_KILOHERTZ;
  }
  return false;
}

/** Maximum metadata blocks, which a file from strangers could repeat. */
const MAX_BLOCKS = 128;
/** Sample rate code of a frame header (RFC 9639, 9.1.2): one byte at the header's end has the kilohertz. */
const IN_KILOHERTZ = 12;
