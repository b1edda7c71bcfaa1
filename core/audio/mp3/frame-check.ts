import { type Mp3Header, readSideInfo } from './mp3-frames.ts';

/** Checks successive MP3 frames by their side information, without reading main data. */
export interface FrameChecker {
  /** Returns false for a wrong checksum, and for main data that is missing or overlaps another frame's data. */
  check(frame: Uint8Array, header: Mp3Header): boolean;
}

export function createFrameChecker(): FrameChecker {
  // Bytes that all frames so far offer for main data, and the offset in them at which the last frame's main data ends.
  let [capacity, used] = [0, 0];
  let channels: number | undefined;
  return {
    check(frame, header) {
      const side = readSideInfo(frame, header);
      const start = capacity - side.mainDataBegin;
      const end = start + Math.ceil(side.mainDataBits / 8);
      capacity += header.frameBytes - header.headerBytes - header.sideInfoBytes;
      // Main data must not start in missing bytes or in earlier main data, nor end in the next frame.
      const fits = start >= used && end <= capacity;
      const hasSameChannels = channels === undefined || channels === header.channels;
      channels = header.channels;
      used = Math.min(end, capacity);
      return side.valid && fits && hasSameChannels && hasValidChecksum(frame, header);
    },
  };
}

/** True for a correct or absent checksum (ISO/IEC 11172-3, 2.4.3.1). */
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
