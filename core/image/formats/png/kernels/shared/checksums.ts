// Checksums CRC-32 and Adler-32, for kernels that read and write PNG.

export function adler32(at: usize, count: i32, checksum: u32): u32 {
  let low: u32 = checksum & 0xffff;
  let high: u32 = checksum >>> 16;
  const end = at + count;
  while (at < end) {
    // Maximum number of bytes whose Adler-32 sums fit 32 bits (RFC 1950, section 9).
    const stop = min(end, at + 5552);
    for (; at + 8 <= stop; at += 8) {
      const eight = load<u64>(at);
      low += <u32>(eight & 255);
      high += low;
      low += <u32>((eight >> 8) & 255);
      high += low;
      low += <u32>((eight >> 16) & 255);
      high += low;
      low += <u32>((eight >> 24) & 255);
      high += low;
      low += <u32>((eight >> 32) & 255);
      high += low;
      low += <u32>((eight >> 40) & 255);
      high += low;
      low += <u32>((eight >> 48) & 255);
      high += low;
      low += <u32>(eight >> 56);
      high += low;
    }
    for (; at < stop; at++) {
      low += load<u8>(at);
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return (high << 16) | low;
}

function tabled(tables: usize, table: usize, byte: u32): u32 {
  return load<u32>(tables + (table << 10) + ((<usize>byte & 255) << 2));
}

export function crcTables(tables: usize): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    store<u32>(tables + ((<usize>byte) << 2), crc);
  }
  for (let table: usize = 1; table < 8; table++)
    for (let byte: u32 = 0; byte < 256; byte++) {
      const before = tabled(tables, table - 1, byte);
      store<u32>(tables + (table << 10) + ((<usize>byte) << 2), (before >>> 8) ^ tabled(tables, 0, before));
    }
}

export function crc32(tables: usize, at: usize, count: i32): u32 {
  let crc: u32 = 0xffffffff;
  const end = at + count;
  for (; at + 8 <= end; at += 8) {
    const low = load<u32>(at) ^ crc;
    const high = load<u32>(at + 4);
    crc =
      tabled(tables, 7, low) ^
      tabled(tables, 6, low >>> 8) ^
      tabled(tables, 5, low >>> 16) ^
      tabled(tables, 4, low >>> 24) ^
      tabled(tables, 3, high) ^
      tabled(tables, 2, high >>> 8) ^
      tabled(tables, 1, high >>> 16) ^
      tabled(tables, 0, high >>> 24);
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ tabled(tables, 0, crc ^ load<u8>(at));
  return ~crc;
}
