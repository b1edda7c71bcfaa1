/** Types of the OBUs that contain pixels: sequence and frame headers, tile groups and frames (AV1, 6.2.2). */
const PIXEL_TYPES = [1, 3, 4, 6, 7];

/** Returns the OBUs of AV1 data that contain pixels, without metadata and padding. Throws RangeError for damaged OBUs. */
export function pixelObus(data: Uint8Array): Uint8Array[] {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const head = data[at] as number;
    let content = at + ((head & 4) === 0 ? 1 : 2);
    let length = data.length - content;
    if (head & 2) {
      length = 0;
      // The size of an OBU in groups of 7 bits, lowest first (AV1, 4.10.5).
      for (let shift = 0; ; shift += 7) {
        const byte = data[content++];
        if (byte === undefined || shift > 28) throw new RangeError('The size of an OBU is damaged');
        length += (byte & 127) * 2 ** shift;
        if (byte < 128) break;
      }
    }
    const end = content + length;
    if (end > data.length) throw new RangeError('An OBU is cut off');
    if (PIXEL_TYPES.includes((head >> 3) & 15)) kept.push(data.subarray(at, end));
    at = end;
  }
  return kept;
}
