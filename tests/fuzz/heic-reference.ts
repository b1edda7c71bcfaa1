import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { createRaster, type Raster, wrapRaster } from '#core/base/raster.ts';
import type { NclxCodes } from '#core/image/color/nclx.ts';
import { type HeicImage, readHeicImages } from '#core/image/formats/heic/heic-images.ts';
import { colorOf, readHeicLayout } from '#core/image/formats/heif/layout.ts';
import type { Orientation } from '#core/image/orientation.ts';
import { interpolated } from '../core/heics.ts';
import { withPngProfile } from '../core/icc.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pixels of a HEIC, decoded by FFmpeg's HEVC decoder. */
export interface HeicReference {
  readonly raster: Raster;
  /** True if the file's colors are premultiplied, which makes the color of nearly transparent pixels imprecise. */
  readonly premultiplied: boolean;
  /** The ICC profile, which is not applied to `raster`. */
  readonly icc: Buffer | undefined;
  /** False if this reference doesn't know the color codes, so that only the size can be compared. */
  readonly hasKnownColor: boolean;
}

/** Luma weights of red and blue (ITU-T H.273, table 4). */
const WEIGHTS: Readonly<Record<number, readonly [red: number, blue: number]>> = {
  1: [0.2126, 0.0722],
  5: [0.299, 0.114],
  6: [0.299, 0.114],
  9: [0.2627, 0.0593],
};

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly data: Uint8Array | Uint16Array;
}

/**
 * Decodes the HEVC items of a HEIC by FFmpeg, and assembles them; `undefined` if FFmpeg refuses an item. Core reads the
 * boxes, because FFmpeg doesn't read HEIF. sharp rotates, mirrors and crops.
 */
export async function decodeHeicByFfmpeg(bytes: Bytes): Promise<HeicReference | undefined> {
  const layout = readHeicLayout(bytes);
  const { main, alpha, isPremultiplied } = readHeicImages(bytes, layout);
  const [planes, alphaPlanes] = [assemble(main), alpha && assemble(alpha)];
  if (!planes || (alpha && !alphaPlanes)) return undefined;
  const { nclx = codesByFfmpeg(main), profile } = colorOf(bytes, layout.properties);
  const weights = nclx && WEIGHTS[nclx.matrix];
  const hasKnownColor = nclx !== undefined && weights !== undefined && (profile !== undefined || isSrgb(nclx));
  const raster = createRaster(main.size.width, main.size.height);
  if (weights) setColors(raster, planes, weights, nclx.isFullRange);
  setAlpha(raster, alphaPlanes?.[0], isPremultiplied);
  const icc = profile && Buffer.from(profile);
  return { raster: await transformed(raster, layout), premultiplied: isPremultiplied, icc, hasKnownColor };
}

/** Converts a raster from a profile to sRGB by LittleCMS; `undefined` if LittleCMS refuses the profile. */
export async function convertBySharp({ width, height, data }: Raster, icc: Buffer): Promise<Raster | undefined> {
  const image = sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } });
  const png = withPngProfile(await image.png().toBuffer(), icc);
  const converted = await sharp(png)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch(() => undefined);
  return converted && wrapRaster(width, height, new Uint8Array(converted));
}

const streamOf = (units: readonly Uint8Array[]) => joinBytes(...units.flatMap((unit) => [uint32(1), unit]));

/** True for codes that are read as sRGB, including unspecified codes and video curves (ITU-T H.273, tables 2 and 3). */
const isSrgb = ({ primaries, transfer }: NclxCodes) =>
  (primaries === 1 || primaries === 2) && [1, 2, 6, 11, 12, 13, 14, 15].includes(transfer);

/** Matrix codes (ITU-T H.273) by FFmpeg's name, then FFmpeg's names of the primaries and curves that mean sRGB. */
const MATRICES: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 5, smpte170m: 6, bt2020nc: 9 };
const PLAIN_PRIMARIES = ['bt709', undefined];
const PLAIN_TRANSFERS = ['bt709', 'iec61966-2-1', undefined];

/** Returns the color codes in the HEVC bitstream; `undefined` if they mean a color space other than sRGB. */
function codesByFfmpeg({ tiles }: HeicImage) {
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-f', 'hevc', '-i', 'pipe:0'];
  const { stdout } = spawnSync('ffprobe', args, { input: streamOf(tiles[0]?.units ?? []) });
  const [stream] = (JSON.parse(String(stdout)) as { streams?: Record<string, string>[] }).streams ?? [];
  if (!stream) return undefined;
  const { color_range, color_space = 'smpte170m', color_primaries, color_transfer } = stream;
  const matrix = MATRICES[color_space];
  const isPlain = PLAIN_PRIMARIES.includes(color_primaries) && PLAIN_TRANSFERS.includes(color_transfer);
  return matrix && isPlain ? { primaries: 1, transfer: 13, matrix, isFullRange: color_range === 'pc' } : undefined;
}

/** Decodes the tiles of an image, and copies them into planes of the image's size. */
function assemble({ size, tileSize, tiles }: HeicImage): readonly Plane[] | undefined {
  const known = new Map<string, readonly Plane[] | undefined>();
  const decoded = tiles.map(({ units }) => {
    const stream = streamOf(units);
    const key = Buffer.from(stream).toString('latin1');
    if (!known.has(key)) known.set(key, decodeStream(stream));
    return known.get(key);
  });
  const [first] = decoded;
  if (!first) return undefined;
  const [luma] = first as [Plane];
  const columns = Math.ceil(size.width / tileSize.width);
  const whole = first.map(({ width, height, bits }) => {
    const [across, down] = [width < luma.width ? 2 : 1, height < luma.height ? 2 : 1];
    const [wide, high] = [Math.ceil(size.width / across), Math.ceil(size.height / down)];
    return { across, down, width: wide, height: high, bits, data: new Uint16Array(wide * high) };
  });
  for (const [index, planes] of decoded.entries()) {
    if (planes?.length !== first.length) return undefined;
    for (const [at, plane] of planes.entries()) {
      const to = whole[at] as (typeof whole)[number];
      if (plane.bits !== to.bits) return undefined;
      const left = Math.floor(((index % columns) * tileSize.width) / to.across);
      const top = Math.floor((Math.floor(index / columns) * tileSize.height) / to.down);
      const right = Math.min(to.width, left + Math.ceil(tileSize.width / to.across));
      const bottom = Math.min(to.height, top + Math.ceil(tileSize.height / to.down));
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          to.data[y * to.width + x] = plane.data[(y - top) * plane.width + x - left] as number;
    }
  }
  return whole;
}

/** Returns the planes of the first image of a stream; `undefined` if FFmpeg, at its strictest, refuses it. */
function decodeStream(stream: Uint8Array): readonly Plane[] | undefined {
  const strict = ['-v', 'error', '-xerror', '-err_detect', 'explode', '-f', 'hevc', '-i', 'pipe:0'];
  const output = ['-frames:v', '1', '-strict', '-1', '-f', 'yuv4mpegpipe', 'pipe:1'];
  const { status, stdout, stderr } = spawnSync('ffmpeg', [...strict, ...output], { input: stream, maxBuffer: 1 << 28 });
  if (status !== 0 || stderr.length > 0) return undefined;
  const head = stdout.subarray(0, stdout.indexOf('\n')).toString('latin1');
  const field = (letter: string) => new RegExp(` ${letter}(\\S+)`).exec(head)?.[1] ?? '';
  const [width, height, format] = [Number(field('W')), Number(field('H')), field('C')];
  const bits = Number(/p(\d+)$|^mono(\d+)$/.exec(format)?.slice(1).find(Boolean) ?? 8);
  const [wide, high] = [
    /^4(20|22)/.test(format) ? Math.ceil(width / 2) : width,
    format.startsWith('420') ? Math.ceil(height / 2) : height,
  ];
  const sizes = format.startsWith('mono') ? [[width, height]] : [[width, height], [wide, high], [wide, high]]; // biome-ignore format: planes
  let at = stdout.indexOf('FRAME\n') + 6;
  return (sizes as [number, number][]).map(([planeWidth, planeHeight]) => {
    const length = planeWidth * planeHeight * (bits > 8 ? 2 : 1);
    const raw = new Uint8Array(stdout.subarray(at, at + length));
    at += length;
    return { width: planeWidth, height: planeHeight, bits, data: bits > 8 ? new Uint16Array(raw.buffer) : raw };
  });
}

function setColors(
  raster: Raster,
  planes: readonly Plane[],
  [red, blue]: readonly [number, number],
  isFullRange: boolean,
): void {
  const { width, height, data } = raster;
  const [luma, cb, cr] = planes as [Plane, Plane?, Plane?];
  const step = 2 ** (luma.bits - 8);
  const samplesOf = (plane: Plane) => interpolated(plane, width > plane.width ? 2 : 1, height > plane.height ? 2 : 1);
  const [y8, cb8, cr8] = [luma, cb, cr].map((plane) => plane && samplesOf(plane));
  const most = 2 ** luma.bits - 1;
  const levelOf = (value: number) => (isFullRange ? value / most : (value - 16 * step) / (219 * step));
  const chromaOf = (value: number) => (value - 128 * step) / (isFullRange ? most : 224 * step);
  const green = 1 - red - blue;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const level = levelOf(y8?.(x, y) as number);
      const [b, r] = cb8 && cr8 ? [chromaOf(cb8(x, y)), chromaOf(cr8(x, y))] : [0, 0];
      const [redLevel, blueLevel] = [level + 2 * (1 - red) * r, level + 2 * (1 - blue) * b];
      const greenLevel = (level - red * redLevel - blue * blueLevel) / green;
      // `data` is a clamped array, so assignments round and clamp.
      data.set([redLevel * 255, greenLevel * 255, blueLevel * 255], (y * width + x) * 4);
    }
}

function setAlpha({ data }: Raster, plane: Plane | undefined, isPremultiplied: boolean): void {
  for (let at = 0; at < data.length / 4; at++) {
    const alpha = plane ? ((plane.data[at] as number) * 255) / (2 ** plane.bits - 1) : 255;
    data[at * 4 + 3] = alpha;
    if (!isPremultiplied || !plane || data[at * 4 + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++)
      data[at * 4 + channel] = ((data[at * 4 + channel] as number) * 255) / (data[at * 4 + 3] as number);
  }
}

async function transformed(
  { width, height, data }: Raster,
  { aperture, orientation }: ReturnType<typeof readHeicLayout>,
): Promise<Raster> {
  let image = sharp(new Uint8Array(data), { raw: { width, height, channels: 4 } });
  if (aperture) {
    const { x: left, y: top, width: wide, height: high } = aperture;
    image = image.extract({ left, top, width: wide, height: high });
  }
  const cropped = await image.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: cropped.info.width, height: cropped.info.height, channels: 4 } as const;
  const png = await sharp(cropped.data, { raw })
    .withMetadata({ orientation: orientation as Orientation })
    .png()
    .toBuffer();
  const upright = await sharp(png).autoOrient().raw().toBuffer({ resolveWithObject: true });
  return wrapRaster(upright.info.width, upright.info.height, new Uint8Array(upright.data));
}
