/** Writes and reads pages and packets of Ogg (RFC 3533), for files that tests build byte by byte. */

const HEADER_BYTES = 27;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  return rest;
});

function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (table[((sum >>> 24) ^ byte) & 255] as number);
  return sum >>> 0;
}

const lacingOf = (page: Buffer) => page.subarray(HEADER_BYTES, HEADER_BYTES + (page[26] as number));

export function pagesOf(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lacing = lacingOf(bytes.subarray(at));
    const size = HEADER_BYTES + lacing.length + lacing.reduce((sum, length) => sum + length, 0);
    pages.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pages;
}

/** Returns the packets of consecutive pages. */
export function oggPackets(pages: readonly Buffer[]): Buffer[] {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const page of pages) {
    const lacing = lacingOf(page);
    let at = HEADER_BYTES + lacing.length;
    for (const length of lacing) {
      parts.push(page.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
  }
  return packets;
}

/**
 * Returns header packets in pages of at most `segments` segments each.
 * @param first the stream's first page, which precedes the returned pages
 */
export function oggPages(packets: readonly Buffer[], segments: number, first: Buffer): Buffer[] {
  const lacing = packets.flatMap(({ length }) => [
    ...Array(Math.floor(length / 255)).fill(255),
    length % 255,
  ]) as number[];
  const content = Buffer.concat(packets);
  const pages: Buffer[] = [];
  let at = 0;
  for (let from = 0; from < lacing.length; from += segments) {
    const part = lacing.slice(from, from + segments);
    const size = part.reduce((sum, length) => sum + length, 0);
    const head = Buffer.from(first.subarray(0, HEADER_BYTES));
    head[5] = lacing[from - 1] === 255 ? 1 : 0;
    head.writeBigInt64LE(part.some((length) => length < 255) ? 0n : -1n, 6);
    head.writeUInt32LE(pages.length + 1, 18);
    head.writeUInt32LE(0, 22);
    head[26] = part.length;
    const page = Buffer.concat([head, Buffer.from(part), content.subarray(at, at + size)]);
    page.writeUInt32LE(checksum(page), 22);
    pages.push(page);
    at += size;
  }
  return pages;
}
