import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Raster } from '#core/base/raster.ts';
import { resample } from '#core/image/resample/resample.ts';
import { nodeImages } from '../../../platform/images.ts';
import { type BenchCase, defineCase } from '../case.ts';
import {
  cutOutPhoto,
  JPEG_QUALITY,
  type PhotoSize,
  photo,
  photoFiles,
  photoSizes,
  throughFudebako,
} from '../photos.ts';

/** Needs libheif's program `heif-enc`, which creates the input file. */
const heicCase = defineCase({
  name: 'convert HEIC → JPEG, 12 MP',
  setUp: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fudebako-bench-'));
    process.once('exit', () => rmSync(folder, { recursive: true }));
    const [jpeg, heic, output] = ['photo.jpg', 'photo.heic', 'converted.jpg'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(jpeg, await nodeImages.encodeJpeg(photo('12 MP'), JPEG_QUALITY / 100));
    await promisify(execFile)('heif-enc', ['-q', '60', jpeg, '-o', heic]);
    return { heic, output };
  },
  ours: async ({ heic }, platform) => throughFudebako(new Uint8Array(await readFile(heic)), 'jpg', platform),
  peers: { 'heif-convert': ({ heic, output }, convert) => convert(heic, output, JPEG_QUALITY) },
});

const photoCases = photoFiles.flatMap(({ name, read }) => [
  defineCase({
    name: `convert JPEG → PNG, ${name}`,
    setUp: read,
    ours: (bytes, platform) => throughFudebako(bytes, 'png', platform),
    peers: {
      sharp: (bytes, sharp) => sharp(bytes).png().toBuffer(),
    },
  }),
  defineCase({
    name: `convert JPEG → JPEG, ${name}`,
    setUp: read,
    ours: (bytes, platform) => throughFudebako(bytes, 'jpg', platform),
    peers: {
      sharp: (bytes, sharp) => sharp(bytes).jpeg({ quality: JPEG_QUALITY }).toBuffer(),
    },
  }),
]);

const convertCases = [...photoCases, heicCase];

const cropCases = photoFiles.map(({ name, width, height, read }) => {
  const [left, top] = [width >> 2, height >> 2];
  const size = { width: width >> 1, height: height >> 1 };
  const corners = { topX: left, topY: top, bottomX: left + size.width, bottomY: top + size.height };
  return defineCase({
    name: `crop the middle quarter, JPEG → JPEG, ${name}`,
    setUp: read,
    ours: (bytes, platform) => throughFudebako(bytes, 'jpg', platform, undefined, () => corners),
    peers: {
      sharp: (bytes, sharp) =>
        sharp(bytes)
          .extract({ left, top, ...size })
          .jpeg({ quality: JPEG_QUALITY })
          .toBuffer(),
    },
  });
});

const RATIO = 0.342;

const scaled = (size: { readonly width: number; readonly height: number }, ratio: number) => ({
  width: Math.round(size.width * ratio),
  height: Math.round(size.height * ratio),
});

const scaleCases = photoFiles.map(({ name, width, height, read }) => {
  const size = scaled({ width, height }, RATIO);
  return defineCase({
    name: `scale × ${RATIO}, JPEG → JPEG, ${name}`,
    setUp: read,
    ours: (bytes, platform) =>
      throughFudebako(bytes, 'jpg', platform, (image) => resample(image, size.width, size.height, { platform })),
    peers: {
      sharp: (bytes, sharp) =>
        sharp(bytes)
          .resize({ ...size, fit: 'fill', kernel: 'lanczos3' })
          .jpeg({ quality: JPEG_QUALITY })
          .toBuffer(),
    },
  });
});

function rasterCase(name: string, setUp: () => Raster, from: PhotoSize, ratio: number): BenchCase {
  const { width, height } = scaled(photoSizes[from], ratio);
  return defineCase({
    name: `scale × ${ratio}, pixels → pixels, ${name}`,
    setUp: async () => setUp(),
    ours: async (image, platform) => {
      await resample(image, width, height, { platform });
      return undefined;
    },
    peers: {
      sharp: async ({ data, ...raw }, sharp) => {
        await sharp(data, { raw: { ...raw, channels: 4 } })
          .resize({ width, height, fit: 'fill', kernel: 'lanczos3' })
          .raw()
          .toBuffer();
        return undefined;
      },
    },
  });
}

const sizes = Object.keys(photoSizes) as PhotoSize[];

export const fileCases = [
  ...convertCases,
  ...cropCases,
  ...scaleCases,
  ...sizes.map((size) => rasterCase(size, () => photo(size), size, RATIO)),
  ...sizes.map((size) => rasterCase(`${size} with alpha`, () => cutOutPhoto(size), size, RATIO)),
  rasterCase('24 MP', () => photo('24 MP'), '24 MP', 0.1),
  rasterCase('24 MP', () => photo('24 MP'), '24 MP', 0.9),
  rasterCase('1 MP', () => photo('1 MP'), '1 MP', 4),
  rasterCase('12 MP', () => photo('12 MP'), '12 MP', 2),
];
