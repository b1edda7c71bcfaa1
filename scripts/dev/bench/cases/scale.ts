import type { Raster } from '#core/base/raster.ts';
import { resample } from '#core/image/resample/resample.ts';
import { type BenchCase, defineCase } from '../case.ts';
import { JPEG_QUALITY, photoFiles, throughFudebako } from '../images.ts';
import { cutOutPhoto, type PhotoSize, photo, photoSizes } from '../photos.ts';

const RATIO = 0.342;

const scaled = (size: { readonly width: number; readonly height: number }, ratio: number) => ({
  width: Math.round(size.width * ratio),
  height: Math.round(size.height * ratio),
});

const fileCases = photoFiles.map(({ name, width, height, read }) => {
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
      jimp: async (bytes, jimp) => {
        const image = (await jimp.fromBuffer(bytes.buffer)).resize({ w: size.width, h: size.height });
        return image.getBuffer('image/jpeg', { quality: JPEG_QUALITY });
      },
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
      jimp: async ({ data, ...size }, jimp) => {
        jimp.fromBitmap({ data: Buffer.from(data.buffer), ...size }).resize({ w: width, h: height });
        return undefined;
      },
    },
  });
}

const sizes = Object.keys(photoSizes) as PhotoSize[];

export const scaleCases = [
  ...fileCases,
  ...sizes.map((size) => rasterCase(size, () => photo(size), size, RATIO)),
  ...sizes.map((size) => rasterCase(`${size} with alpha`, () => cutOutPhoto(size), size, RATIO)),
  rasterCase('24 MP', () => photo('24 MP'), '24 MP', 0.1),
  rasterCase('24 MP', () => photo('24 MP'), '24 MP', 0.9),
  rasterCase('1 MP', () => photo('1 MP'), '1 MP', 4),
  rasterCase('12 MP', () => photo('12 MP'), '12 MP', 2),
];
