/** Returns a copy of a NAL unit without emulation prevention bytes: `0 0 3` becomes `0 0` (H.264 and H.265, 7.3.1). */
export function unescapeNal(unit: Uint8Array): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(unit.length);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    plain[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return plain.subarray(0, length);
}
