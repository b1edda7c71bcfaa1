/** A BMP writer for tests, with every header and depth. */

type Bytes = Uint8Array<ArrayBuffer>;
type Color = readonly [red: number, green: number, blue: number];

export interface BmpOptions {
  readonly width: number;
  readonly height: number;
  /** Size of the bitmap header in bytes: 12, 16 to 64, 108 or 124; 40 by default. */
  readonly header?: number;
  readonly bits: number;
  readonly compression?: number;
  readonly isTopDown?: boolean;
  readonly colors?: readonly Color[];
  /** Bit masks for red, green, blue and alpha in a pixel. */
  readonly masks?: readonly number[];
  /** Returns the value of the pixel at a position: a palette index, or the bits of all channels. */
  readonly pixel?: (x: number, y: number) => number;
  /** Pixel data to write instead of the generated rows. */
  readonly data?: readonly number[];
  /** An ICC profile, which is written after the pixels. */
  readonly profile?: Uint8Array;
}

export function bmpFile(options: BmpOptions): Bytes {
  const { width, height, header = 40, bits, compression = 0, isTopDown = false, colors = [], masks = [] } = options;
  const [own, own4] = [header === 12 ? 3 : 4, header >= 52];
  const fields = own4 ? [] : masks;
  const start = 14 + header + fields.length * 4 + colors.length * own;
  const data = options.data ?? rowsOf(options);
  const bytes = new Uint8Array(start + data.length + (options.profile?.length ?? 0));
  const view = new DataView(bytes.buffer);
  const put = (offset: number, value: number) => {
    if (offset + 4 <= 14 + header) view.setUint32(offset, value, true);
  };
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, start, true);
  view.setUint32(14, header, true);
  if (header === 12)
    for (const [at, value] of [width, height, 1, bits].entries()) view.setUint16(18 + at * 2, value, true);
  else {
    view.setInt32(18, width, true);
    view.setInt32(22, isTopDown ? -height : height, true);
    view.setUint16(26, 1, true);
    view.setUint16(28, bits, true);
    put(30, compression);
    put(46, colors.length);
    if (own4) for (const [at, mask] of masks.entries()) put(54 + at * 4, mask);
    put(70, options.profile ? 0x4d424544 : 0x73524742);
    put(126, start - 14 + data.length);
    put(130, options.profile?.length ?? 0);
  }
  for (const [at, mask] of fields.entries()) view.setUint32(14 + header + at * 4, mask, true);
  for (const [at, [red, green, blue]] of colors.entries())
    bytes.set([blue, green, red], 14 + header + fields.length * 4 + at * own);
  bytes.set(data, start);
  if (options.profile) bytes.set(options.profile, start + data.length);
  return bytes;
}

/** Returns rows from bottom to top or top to bottom, each padded to four bytes. */
function rowsOf({ width, height, bits, isTopDown, pixel = () => 0 }: BmpOptions): number[] {
  const data: number[] = [];
  for (let row = 0; row < height; row++) {
    const line = new Uint8Array(Math.ceil((width * bits) / 32) * 4);
    for (let x = 0; x < width; x++) {
      const value = pixel(x, isTopDown ? row : height - 1 - row);
      if (bits < 8) {
        const at = (x * bits) >> 3;
        line[at] = (line[at] as number) | (value << (8 - bits - ((x * bits) & 7)));
      } else for (let byte = 0; byte < bits / 8; byte++) line[(x * bits) / 8 + byte] = (value >>> (byte * 8)) & 255;
    }
    data.push(...line);
  }
  return data;
}

/** Encodes rows by run lengths: runs of equal indices, and single indices where three neighbors differ. */
export function runLengths(
  bits: 4 | 8,
  { width, height, pixel }: Required<Pick<BmpOptions, 'width' | 'height' | 'pixel'>>,
): number[] {
  const data: number[] = [];
  for (let y = height - 1; y >= 0; y--) {
    const row = Array.from({ length: width }, (_, x) => pixel(x, y));
    for (let x = 0; x < width; ) {
      let run = 1;
      while (run < 255 && row[x + run] === row[x]) run++;
      const index = row[x] as number;
      let single = 0;
      while (single < 254 && x + single < width && row[x + single] !== row[x + single + 1]) single++;
      if (single < 3) {
        data.push(run, bits === 4 ? index * 17 : index);
        x += run;
        continue;
      }
      const part = row.slice(x, x + single);
      const packed =
        bits === 8
          ? part
          : Array.from(
              { length: Math.ceil(single / 2) },
              (_, at) => ((part[at * 2] ?? 0) << 4) | (part[at * 2 + 1] ?? 0),
            );
      data.push(0, single, ...packed, ...(packed.length % 2 ? [0] : []));
      x += single;
    }
    data.push(0, y === 0 ? 1 : 0);
  }
  return data;
}
