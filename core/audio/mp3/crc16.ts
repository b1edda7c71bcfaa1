/** Returns the CRC-16 of the info tag that LAME writes: polynomial 0x8005, reflected, initial value 0. */
export function crc16(bytes: Uint8Array, start = 0): number {
  let crc = start;
  for (const byte of bytes) crc = (crc >> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number);
  return crc;
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});
