import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeImages } from '../../../platform/images.ts';
import { defineCase } from '../case.ts';
import { JPEG_QUALITY, photoFiles, throughFudebako } from '../images.ts';
import { photo } from '../photos.ts';

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

export const convertCases = [...photoCases, heicCase];
