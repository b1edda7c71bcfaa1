import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { animateVertical } from '#core/operations/animate-vertical.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { openSink } from '#scripts/platform/files.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { drawLandscape } from './landscape.ts';

/** `npx tsx scripts/dev/images/hero-animation.ts`: renders the home page's animation and poster, which are committed. */
const folder = resolve(import.meta.dirname, '../../../public/home');
const SIZE = { width: 960, height: 640 };
const TEXT = {
  text: '朝なぎや\n朱き日わたる\n舟ひとつ',
  watermark: false,
  style: {
    main: { fontPctH: 8, paddingPctW: 3, paddingPctH: 7, charGapEm: 0.12, colGapEm: 0.4, textColor: '#1f1d1a' },
  },
};

const platform = createNodePlatform({ threads: 0 });
const context = { platform };
const bare = await sharp(Buffer.from(drawLandscape({ grain: false })))
  .resize(SIZE)
  .png()
  .toBuffer();
const { raster: image } = await decodeImage(fileFromBytes('hero-animation.png', new Uint8Array(bare)), context);

const still = await writeVertical.run({ image, fonts: [] }, parseParameters(writeVertical.params, TEXT), context);
const poster = await encodeImage(still, { format: 'webp', quality: 0.8 }, context);
await writeFile(join(folder, 'hero-animation.webp'), poster);

const video = join(folder, 'hero-animation.mp4');
await writeFile(video, '');
const sink = await openSink({ temporary: video, output: video });
await animateVertical.run(
  { image, fonts: [], audio: undefined, captions: undefined },
  parseParameters(animateVertical.params, { ...TEXT, format: 'mp4', frameRate: 12 }),
  { ...context, sink },
);
await sink.close();
platform.close();
