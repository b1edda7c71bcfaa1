import { type Mp3Header, readSideInfo } from './mp3-frames.ts';

/**
 * Checks frames one after another without decoding them. Damage within the Huffman data of a frame is not found: layer
 * III has no checksum of it.
 */
export interface FrameChecker {
  /** @returns false if the frame can't be decoded as its encoder meant it */
  check(frame: Uint8Array, header: Mp3Header): boolean;
}

export function createFrameChecker(): FrameChecker {
  // Positions among the main data of all frames, without headers and side information.
  let [capacity, used] = [0, 0];
  let channels: number | undefined;
  return {
    check(frame, header) {
      const side = readSideInfo(frame, header);
      const start = capacity - side.mainDataBegin;
      const end = start + Math.ceil(side.mainDataBits / 8);
      capacity += header.frameBytes - header.headerBytes - header.sideInfoBytes;
      // Main data starts in bytes that are missing or that belong to the frame before, or ends in the frame after.
      const fits = start >= used && end <= capacity;
      const keepsChannels = channels === undefined || channels === header.channels;
      channels = header.channels;
      used = Math.min(end, capacity);
      return side.valid && fits && keepsChannels && hasValidChecksum(frame, header);
    },
  };
}

/** True for a frame without a checksum (ISO/IEC 11172-3, 2.4.3.1: of half the header and the side information). */
function hasValidChecksum(frame: Uint8Array, { headerBytes, sideInfoBytes }: Mp3Header): boolean {
  if (headerBytes === 4) return true;
  let crc = 0xffff;
  const add = (byte: number) => {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : crc << 1;
  };
  frame.subarray(2, 4).forEach(add);
  frame.subarray(6, 6 + sideInfoBytes).forEach(add);
  return crc === (((frame[4] as number) << 8) | (frame[5] as number));
}
