import { type Mp3Header, readSideInfo } from './mp3-frames.ts';

/** Checks successive MP3 frames by their side information, without reading main data. */
export interface FrameChecker {
  /** Returns false for a wrong checksum, and for main data that is missing or overlaps another frame's data. */
  check(frame: Uint8Array, header: Mp3Header): boolean;
}

export function createFrameChecker(): FrameChecker {
  // Bytes of main data up to the current frame: the capacity of all frames, and the end of the used bytes.
  let [capacity, used] = [0, 0];
  let channels: number | undefined;
  return {
    check(frame, header) {
      const side = readSideInfo(frame, header);
      const start = capacity - side.mainDataBegin;
      const end = start + Math.ceil(side.mainDataBits / 8);
      capacity += header.frameBytes - header.headerBytes - header.sideInfoBytes;
      // The main data of an MP3 frame must not start in missing bytes or in earlier main data, and must not end in the
      // next frame.
      const fits = start >= used && end <= capacity;
      const hasSameChannels = channels === undefined || channels === header.channels;
      channels = header.channels;
      used = Math.min(end, capacity);
      return side.valid && fits && hasSameChannels && hasValidChecksum(frame, header);
    },
  };
}

/** True if an MP3 frame has no checksum or a correct checksum (ISO/IEC 11172-3, 2.4.3.1). */
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
