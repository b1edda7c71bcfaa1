import { photometrics } from './tiff-header.ts';
import type { TiffLayout } from './tiff-layout.ts';

/** Writes `count` RGBA pixels at offset `to` of `data` from a row of interleaved samples. */
export type ColorWriter = (row: Uint8Array, count: number, data: Uint8ClampedArray, to: number) => void;

/** Returns a function that converts samples to straight RGBA by the photometric interpretation of the file. */
export function colorWriter(layout: TiffLayout): ColorWriter {
  const { samples, colors, alpha } = layout;
  const writeColors = colorsOf(layout);
  const levels = scaled(layout.bits, false);
  return (row, count, data, to) => {
    writeColors(row, count, data, to);
    if (!alpha) {
      for (let at = to + 3; at < to + count * 4; at += 4) data[at] = 255;
      return;
    }
    for (let index = 0, at = to; index < count; index++, at += 4) {
      const opacity = levels[row[index * samples + colors] as number] as number;
      data[at + 3] = opacity;
      // Colors of associated alpha are multiplied by alpha (TIFF 6.0, section 18).
      if (alpha === 'associated' && opacity > 0 && opacity < 255)
        for (let channel = at; channel < at + 3; channel++)
          data[channel] = Math.round(((data[channel] as number) * 255) / opacity);
    }
  };
}

/** Returns the level, 0 to 255, of each sample value. */
function scaled(bits: number, isInverted: boolean): Uint8Array {
  const most = bits >= 8 ? 255 : 2 ** bits - 1;
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const level = Math.round((Math.min(value, most) * 255) / most);
    return isInverted ? 255 - level : level;
  });
}

function colorsOf(layout: TiffLayout): ColorWriter {
  const { photometric, bits, samples } = layout;
  if (photometric === photometrics.palette) return paletteWriter(layout);
  if (photometric === photometrics.cmyk) return cmykWriter(layout);
  if (photometric === photometrics.ycbcr && layout.compression !== 'jpeg') return ycbcrWriter(layout);
  const levels = scaled(bits, photometric === photometrics.whiteIsZero);
  const [green, blue] = layout.colors === 1 ? [0, 0] : [1, 2];
  return (row, count, data, to) => {
    for (let index = 0, from = 0, at = to; index < count; index++, from += samples, at += 4) {
      data[at] = levels[row[from] as number] as number;
      data[at + 1] = levels[row[from + green] as number] as number;
      data[at + 2] = levels[row[from + blue] as number] as number;
    }
  };
}

/** Color table: 16 bits, all red levels first (TIFF 6.0, section 5); 8 bits if no level is above 255, as in libtiff. */
function paletteWriter({ colorMap, samples }: TiffLayout): ColorWriter {
  const count = colorMap.length / 3;
  const shift = colorMap.every((level) => level < 256) ? 0 : 8;
  const map = Uint8Array.from(colorMap, (level) => level >> shift);
  return (row, pixels, data, to) => {
    for (let index = 0, at = to; index < pixels; index++, at += 4) {
      const color = row[index * samples] as number;
      data[at] = map[color] as number;
      data[at + 1] = map[count + color] as number;
      data[at + 2] = map[2 * count + color] as number;
    }
  };
}

/** Converts CMYK without a profile, as libtiff does: (255 − ink) × (255 − black) / 255 for C, M and Y. */
function cmykWriter({ bits, samples }: TiffLayout): ColorWriter {
  const light = scaled(bits, true);
  return (row, count, data, to) => {
    for (let index = 0, from = 0, at = to; index < count; index++, from += samples, at += 4) {
      const black = light[row[from + 3] as number] as number;
      for (let ink = 0; ink < 3; ink++)
        data[at + ink] = Math.round(((light[row[from + ink] as number] as number) * black) / 255);
    }
  };
}

/** Converts YCbCr by the file's luma weights and reference levels (TIFF 6.0, sections 20 and 21). */
function ycbcrWriter({ samples, lumaWeights, referenceLevels }: TiffLayout): ColorWriter {
  const [red = 0, green = 1, blue = 0] = lumaWeights;
  const levelOf = (black: number, white: number, range: number) =>
    Float64Array.from({ length: 256 }, (_, code) => ((code - black) * range) / (white - black || 1));
  const [lumaBlack, lumaWhite, blueBlack, blueWhite, redBlack, redWhite] = referenceLevels as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const luma = levelOf(lumaBlack, lumaWhite, 255);
  const [chromaBlue, chromaRed] = [levelOf(blueBlack, blueWhite, 127), levelOf(redBlack, redWhite, 127)];
  return (row, count, data, to) => {
    for (let index = 0, from = 0, at = to; index < count; index++, from += samples, at += 4) {
      const y = luma[row[from] as number] as number;
      const r = y + (chromaRed[row[from + 2] as number] as number) * (2 - 2 * red);
      const b = y + (chromaBlue[row[from + 1] as number] as number) * (2 - 2 * blue);
      data[at] = r;
      data[at + 1] = (y - red * r - blue * b) / (green || 1);
      data[at + 2] = b;
    }
  };
}
