/** Renumbers a FLAC frame (RFC 9639, 9.1), because FFmpeg numbers the frames of each piece from 0. */
export function renumberFrame(frame: Uint8Array, number: number): Uint8Array<ArrayBuffer> {
  const numberBytes = Math.max(1, Math.clz32(~((frame[4] as number) << 24)));
  const sizeCode = (frame[2] as number) >> 4;
  const rateCode = (frame[2] as number) & 15;
  const extra = (sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0) + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0);
  const headEnd = 4 + numberBytes + extra;
  const head = [...frame.subarray(0, 4), ...codedNumber(number), ...frame.subarray(4 + numberBytes, headEnd)];
  const body = frame.subarray(headEnd + 1, frame.length - 2);
  const written = new Uint8Array(head.length + 1 + body.length + 2);
  written.set(head);
  written[head.length] = crc(head, CRC8, 8);
  written.set(body, head.length + 1);
  const check = crc(written.subarray(0, -2), CRC16, 16);
  written.set([check >> 8, check & 255], written.length - 2);
  return written;
}

/** Codes a number as UTF-8 codes characters, but with up to 31 bits. */
function codedNumber(number: number): number[] {
  if (number < 0x80) return [number];
  const trailing: number[] = [];
  let rest = number;
  do {
    trailing.unshift(0x80 | (rest & 63));
    rest >>= 6;
  } while (rest >= 1 << (6 - trailing.length));
  // The first byte has as many leading ones as there are bytes, then a zero.
  return [((0xff00 >> (trailing.length + 1)) & 255) | rest, ...trailing];
}

const crcTable = (polynomial: number, bits: number) =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) value = value & (1 << (bits - 1)) ? (value << 1) ^ polynomial : value << 1;
    return value & ((1 << bits) - 1);
  });

/** Polynomials of the checks of a frame's header and of a frame. */
const CRC8 = crcTable(0x07, 8);
const CRC16 = crcTable(0x8005, 16);

function crc(bytes: Iterable<number>, table: Uint16Array, bits: number): number {
  let value = 0;
  for (const byte of bytes)
    value = ((value << 8) ^ (table[((value >> (bits - 8)) ^ byte) & 255] as number)) & ((1 << bits) - 1);
  return value;
}
