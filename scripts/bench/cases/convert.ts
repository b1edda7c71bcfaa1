import { defineCase } from '../case.ts';
import { JPEG_QUALITY, photoFiles, throughFudebako } from '../pictures.ts';

export const convertCases = photoFiles.flatMap(({ name, read }) => [
  defineCase({
    name: `convert JPEG → PNG, ${name}`,
    setUp: read,
    ours: (bytes, platform) => throughFudebako(bytes, 'png', platform),
    peers: {
      sharp: (bytes, sharp) => sharp(bytes).png().toBuffer(),
      jimp: async (bytes, jimp) => (await jimp.fromBuffer(bytes.buffer)).getBuffer('image/png'),
    },
  }),
  defineCase({
    name: `convert JPEG → JPEG, ${name}`,
    setUp: read,
    ours: (bytes, platform) => throughFudebako(bytes, 'jpg', platform),
    peers: {
      sharp: (bytes, sharp) => sharp(bytes).jpeg({ quality: JPEG_QUALITY }).toBuffer(),
      jimp: async (bytes, jimp) =>
        (await jimp.fromBuffer(bytes.buffer)).getBuffer('image/jpeg', { quality: JPEG_QUALITY }),
    },
  }),
]);
