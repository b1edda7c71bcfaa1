import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { joined, little32 } from '../growth/hostile.ts';
import { buildHeic, heifEnc } from './heic-makers.ts';
import type { Random } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Formats whose pixels the fuzzer compares with those of an independent decoder. */
export const imageFormats = ['png', 'jpeg', 'webp', 'avif', 'gif', 'bmp', 'heic', 'tiff'] as const;

export type TestedFormat = (typeof imageFormats)[number];

/** Encoders to use if installed, in addition to sharp and FFmpeg. */
export const optionalPrograms = ['cjpeg', 'magick', 'heif-enc'] as const;

const isInstalled = (program: string) => spawnSync(program, ['-version'], { stdio: 'ignore' }).error === undefined;

export const installedPrograms = (): string[] => optionalPrograms.filter(isInstalled);

/** Returns an image of a random kind: noise, a gradient, few colors, edges or one color. Codecs treat these differently. */
export function randomRaster(random: Random, { most = 48, opaque = random.chance(2) } = {}): Raster {
  const [width, height] = [random.between(1, most), random.between(1, most)];
  const raster = createRaster(width, height);
  const kind = random.from(['noise', 'slopes', 'slopes', 'few colors', 'edges', 'one color'] as const);
  const colors = Array.from({ length: random.from([2, 3, 4, 9, 16, 17, 200]) }, () => randomColor(random));
  const steps = Array.from({ length: 4 }, () => random.below(9) - 4);
  const color = colors[0] as readonly number[];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const pixel =
        kind === 'noise'
          ? randomColor(random)
          : kind === 'few colors'
            ? random.from(colors)
            : kind === 'edges'
              ? (colors[((x >> 2) + (y >> 3)) % colors.length] as readonly number[])
              : kind === 'slopes'
                ? color.map(
                    (level, channel) => level + (steps[channel] as number) * x + (steps[3 - channel] as number) * y,
                  )
                : color;
      raster.data.set(pixel, at);
      if (opaque) raster.data[at + 3] = 255;
    }
  return raster;
}

/** Returns a random color. Half of the colors are opaque or transparent, as in most images. */
function randomColor(random: Random): readonly number[] {
  return [random.below(256), random.below(256), random.below(256), random.from([0, 255, 255, random.below(256)])];
}

/**
 * Creates undamaged images with random encoder options.
 * @param programs encoders of `optionalPrograms` to use; the images depend on them
 */
export async function makeImages(
  format: TestedFormat,
  random: Random,
  count: number,
  programs: readonly string[] = [],
): Promise<Bytes[]> {
  const images: Bytes[] = [];
  for (let index = 0; index < count; index++) images.push(await makers[format](random, programs));
  return images;
}

type Maker = (random: Random, programs: readonly string[]) => Promise<Bytes> | Bytes;

const sharpOf = ({ width, height, data }: Raster) => sharp(data, { raw: { width, height, channels: 4 } });

const bytesOf = async (image: Sharp): Promise<Bytes> => new Uint8Array(await image.toBuffer());

/** Adds orientation, profile or Exif, which decoders read in addition to the pixels. */
function withMetadata(image: Sharp, random: Random, { profiles = true } = {}): Sharp {
  let result = image;
  if (profiles && random.chance(4)) result = result.withIccProfile(random.from(['p3', 'srgb']));
  if (random.chance(4)) result = result.withExif({ IFD0: { Artist: 'Sei Shonagon', ImageDescription: 'a caption' } });
  // Writes an orientation only if profiles are allowed, because sharp then adds an sRGB profile too.
  if (profiles && random.chance(3)) result = result.withMetadata({ orientation: random.between(1, 8) });
  return result;
}

const makers: Readonly<Record<TestedFormat, Maker>> = {
  png(random) {
    const kind = random.from(['plain', 'plain', 'palette', 'gray', 'deep', 'deep gray'] as const);
    const raster = randomRaster(random);
    let image = sharpOf(raster);
    if (random.chance(2)) image = image.removeAlpha();
    if (kind === 'gray') image = image.grayscale();
    if (kind === 'deep') image = deepOf(raster, random);
    if (kind === 'deep gray') image = deepOf(raster, random).toColourspace('grey16');
    return bytesOf(
      // Gray images get no RGB profile, because libpng refuses it.
      withMetadata(image, random, { profiles: kind === 'plain' }).png({
        compressionLevel: random.below(10),
        adaptiveFiltering: random.chance(2),
        progressive: random.chance(3),
        ...(kind === 'palette' && {
          palette: true,
          colours: random.from([2, 4, 16, 256]),
          effort: random.between(1, 10),
          dither: random.from([0, 1]),
        }),
      }),
    );
  },
  async jpeg(random, programs) {
    const raster = randomRaster(random, { opaque: true });
    const maker = random.below(4);
    if (maker === 0) return ffmpegJpeg(await bytesOf(sharpOf(raster).removeAlpha().png()), random);
    if (maker === 1 && programs.some((program) => program !== 'heif-enc')) {
      const image = sharpOf(raster).removeAlpha();
      return programs.includes('cjpeg')
        ? cjpeg(await image.raw().toBuffer(), raster, random)
        : magickJpeg(image, random);
    }
    const kind = random.from(['color', 'color', 'color', 'gray', 'cmyk'] as const);
    let image = sharpOf(raster).removeAlpha();
    if (kind === 'gray') image = image.grayscale();
    if (kind === 'cmyk') image = image.toColourspace('cmyk');
    return bytesOf(
      withMetadata(image, random, { profiles: kind === 'color' }).jpeg({
        quality: random.between(1, 100),
        chromaSubsampling: random.from(['4:2:0', '4:4:4']),
        progressive: random.chance(3),
        optimiseCoding: random.chance(2),
        trellisQuantisation: random.chance(4),
        overshootDeringing: random.chance(4),
        optimiseScans: random.chance(4),
        quantisationTable: random.below(9),
      }),
    );
  },
  webp(random) {
    const frames = random.chance(6) ? random.between(2, 3) : 1;
    const options = {
      quality: random.between(1, 100),
      alphaQuality: random.between(0, 100),
      lossless: random.chance(3),
      nearLossless: random.chance(8),
      smartSubsample: random.chance(3),
      effort: random.below(7),
      exact: random.chance(2),
    };
    const raster = randomRaster(random);
    if (frames > 1) return bytesOf(framesOf(raster, frames).webp({ ...options, loop: random.below(3), delay: 40 }));
    const image = random.chance(3) ? sharpOf(raster).removeAlpha() : sharpOf(raster);
    return bytesOf(withMetadata(image, random).webp(options));
  },
  avif(random) {
    const raster = randomRaster(random, { most: 32 });
    const image = random.chance(2) ? sharpOf(raster).removeAlpha() : sharpOf(raster);
    const chromaSubsampling = random.from(['4:2:0', '4:4:4']);
    // Subsampled images get no profile: only luma is compared, and clamping by the conversion would change it.
    const profiles = chromaSubsampling === '4:4:4';
    return bytesOf(
      withMetadata(image, random, { profiles }).avif({
        effort: random.below(2),
        quality: random.between(1, 100),
        lossless: random.chance(6),
        chromaSubsampling,
      }),
    );
  },
  gif(random) {
    const raster = randomRaster(random);
    const frames = random.chance(3) ? random.between(2, 3) : 1;
    const image = frames > 1 ? framesOf(raster, frames) : sharpOf(raster);
    return bytesOf(
      image.gif({
        colours: random.from([2, 3, 16, 64, 256]),
        effort: random.between(1, 10),
        dither: random.from([0, 1]),
        interFrameMaxError: random.from([0, 4]),
        loop: random.below(3),
        progressive: random.chance(4),
        ...(frames > 1 && { delay: Array(frames).fill(random.between(1, 9) * 10) }),
      }),
    );
  },
  bmp: (random) => bmpOf(randomRaster(random), random),
  heic: (random, programs) =>
    programs.includes('heif-enc') && random.chance(2)
      ? heifEnc(randomRaster(random, { most: 150 }), random)
      : buildHeic(random),
  tiff: (random) => tiffOf(random),
};

/** Encodes a TIFF by libtiff. Makes no CMYK, because sharp converts CMYK with a color profile and Fudebako doesn't. */
function tiffOf(random: Random): Promise<Bytes> {
  const raster = randomRaster(random);
  const kind = random.from(['alpha', 'color', 'color', 'gray', 'deep', 'few bits', 'fax'] as const);
  const isGray = kind === 'gray' || kind === 'few bits' || kind === 'fax';
  let image = kind === 'deep' ? deepOf(raster, random) : sharpOf(raster);
  if (kind !== 'alpha') image = image.removeAlpha();
  if (isGray) image = image.grayscale().toColourspace('b-w');
  const compressions = ['none', 'lzw', 'deflate', 'packbits', ...(kind === 'color' || kind === 'gray' ? ['jpeg'] : [])];
  const compression = kind === 'fax' ? 'ccittfax4' : random.from(compressions);
  const isPredicted = random.chance(2) && kind !== 'few bits' && kind !== 'fax';
  return bytesOf(
    withMetadata(image, random, { profiles: kind === 'color' && compression !== 'jpeg' }).tiff({
      compression: compression as 'lzw',
      // At lower qualities, libjpeg-turbo writes 16-bit quantization steps, which Fudebako doesn't decode.
      quality: random.between(30, 100),
      predictor: isPredicted ? 'horizontal' : 'none',
      bitdepth: kind === 'fax' ? 1 : kind === 'few bits' ? random.from([1, 2, 4]) : undefined,
      miniswhite: isGray && random.chance(2),
      pyramid: false,
      ...(random.chance(3) && {
        tile: true,
        tileWidth: 16 * random.between(1, 4),
        tileHeight: 16 * random.between(1, 3),
      }),
    }),
  );
}

/** Returns 16 bits per channel, of which the lower eight are noise. */
function deepOf({ width, height, data }: Raster, random: Random): Sharp {
  const deep = Uint16Array.from(data, (level) => level * 256 + random.below(256));
  return sharp(deep, { raw: { width, height, channels: 4 } }).toColourspace('rgb16');
}

/** Returns frames that differ: the raster, then copies with reversed bytes. */
function framesOf({ width, height, data }: Raster, count: number): Sharp {
  const all = joined(
    ...Array.from({ length: count }, (_, index) => new Uint8Array(index === 0 ? data : data.slice().reverse())),
  );
  return sharp(all, { raw: { width, height: height * count, channels: 4, pageHeight: height } });
}

/** Encodes a JPEG by FFmpeg, also with kinds of chroma subsampling that libjpeg-turbo rarely writes. */
function ffmpegJpeg(png: Bytes, random: Random): Bytes {
  const format = random.from(['yuvj420p', 'yuvj422p', 'yuvj444p', 'yuvj440p', 'gray']);
  const coding = ['-q:v', String(random.between(1, 31)), '-huffman', random.from(['default', 'optimal'])];
  return runWith(
    'ffmpeg',
    ['-v', 'error', '-f', 'png_pipe', '-i', 'pipe:0', '-pix_fmt', format, '-c:v', 'mjpeg', '-strict', '-1', ...coding, '-f', 'image2pipe', 'pipe:1'],
    png,
  ); // biome-ignore format: a table
}

/** Encodes a JPEG by libjpeg's command, with restart markers and unusual scan orders. */
function cjpeg(rgb: Buffer, { width, height }: Raster, random: Random): Bytes {
  const ppm = Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), rgb]);
  return runWith(
    'cjpeg',
    [
      '-quality',
      String(random.between(1, 100)),
      '-sample',
      random.from(['1x1', '2x1', '1x2', '2x2', '4x1']),
      ...(random.chance(2) ? ['-restart', random.from(['1', '1B', '3B'])] : []),
      ...(random.chance(3) ? ['-progressive'] : []),
      ...(random.chance(3) ? ['-optimize'] : []),
      ...(random.chance(6) ? ['-grayscale'] : []),
    ],
    ppm,
  );
}

async function magickJpeg(image: Sharp, random: Random): Promise<Bytes> {
  const sampling = random.from(['1x1', '2x1', '1x2', '2x2', '4x1']);
  const interlace = random.from(['none', 'plane']);
  const args = [
    'png:-',
    '-quality',
    String(random.between(1, 100)),
    '-sampling-factor',
    sampling,
    '-interlace',
    interlace,
  ];
  return runWith('magick', [...args, 'jpg:-'], await bytesOf(image.png()));
}

function runWith(program: string, args: readonly string[], input: Uint8Array): Bytes {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
  return new Uint8Array(stdout);
}

/** Returns a BMP of 1 to 32 bits per pixel, with the bottom or the top row first. */
function bmpOf({ width, height, data }: Raster, random: Random): Bytes {
  const bits = random.from([1, 4, 8, 16, 24, 24, 32]);
  const topDown = random.chance(3);
  const palette = bits <= 8 ? Array.from({ length: 2 ** bits }, () => randomColor(random)) : [];
  const stride = Math.ceil((width * bits) / 32) * 4;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
      const row = (topDown ? y : height - 1 - y) * stride;
      if (bits <= 8) {
        const at = row + ((x * bits) >> 3);
        pixels[at] = (pixels[at] as number) | ((red % 2 ** bits) << (8 - bits - ((x * bits) % 8)));
      }
      if (bits === 16) {
        const packed = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
        pixels.set([packed & 255, packed >> 8], row + x * 2);
      }
      if (bits > 16) pixels.set([blue, green, red], row + (x * bits) / 8);
    }
  const table = palette.flatMap(([red = 0, green = 0, blue = 0]) => [blue, green, red, 0]);
  const start = 54 + table.length;
  const info = [40, width, topDown ? -height : height, 1 | (bits << 16), 0, pixels.length, 2835, 2835, 0, 0];
  const head = [start + pixels.length, 0, start, ...info].flatMap((value) => little32(value >>> 0));
  return joined('BM', head, table, pixels);
}

/** Passes a temporary file with these bytes to `use`, for programs that need random access. */
export function withTemporaryFile<Result>(bytes: Uint8Array, name: string, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-fuzz-file-'));
  try {
    writeFileSync(join(folder, name), bytes);
    return use(join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
