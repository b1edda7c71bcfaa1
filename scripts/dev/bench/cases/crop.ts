import { defineCase } from '../case.ts';
import { JPEG_QUALITY, photoFiles, throughFudebako } from '../images.ts';

export const cropCases = photoFiles.map(({ name, width, height, read }) => {
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
      jimp: async (bytes, jimp) => {
        const image = (await jimp.fromBuffer(bytes.buffer)).crop({ x: left, y: top, w: size.width, h: size.height });
        return image.getBuffer('image/jpeg', { quality: JPEG_QUALITY });
      },
    },
  });
});
