/** Returns the names of the boxes at a file's top level, in order. */
export function topBoxes(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    const size = view.getUint32(at);
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? bytes.length : size;
  }
  return names;
}
