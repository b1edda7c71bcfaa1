import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { crop } from '#core/image/crop.ts';
import { scale } from '#core/image/scale.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { drawBlossoms } from './blossoms.ts';
import { faviconSvg } from './favicon.ts';
import { drawLandscape, randomFrom } from './landscape.ts';
import { japaneseNameModule, poemSvg, sealCharacterModule } from './outlines.ts';

/** `npx tsx scripts/dev/images/render.ts`: renders the images and outlines that ship with the app. */
const folder = resolve(import.meta.dirname, '../../../public');
const platform = createNodePlatform({ threads: 0 });
const context = { platform };

const WEB: ImageEncoding = { format: 'webp', quality: 0.78 };

await save('favicon.svg', Buffer.from(faviconSvg()));
await save('samples/sample.jpg', await sharp(Buffer.from(drawLandscape())).jpeg({ quality: 84 }).toBuffer());
await save(
  'samples/blossoms.png',
  await sharp(Buffer.from(drawBlossoms(randomFrom(5))))
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer(),
);
const sample = await readImage('samples/sample.jpg');
await saveImage('home/landscape.webp', sample, WEB);
await saveImage(
  'home/cropper.webp',
  await scale(
    crop(sample, { topX: 430, topY: 190, bottomX: 1198, bottomY: 670 }),
    { keepAspect: true, width: 640 },
    context,
  ),
  WEB,
);
await saveImage('home/scaler.webp', await scale(sample, { keepAspect: true, width: 480 }, context), WEB);

await save('home/poem.svg', Buffer.from(await poemSvg()));
await save('../app/shell/japanese-name.generated.ts', Buffer.from(await japaneseNameModule()));
await save('../core/image/seal-character.generated.ts', Buffer.from(await sealCharacterModule()));

const mark = join(folder, 'favicon.svg');
await save('favicon.png', await drawMark(48));
await save('app-icons/apple-touch-icon.png', await drawMark(180));
await save('app-icons/icon-192.png', await drawMark(192));
await save('app-icons/icon-512.png', await drawMark(512));
platform.close();

/** Extends the logo's background to the edges, because operating systems round an icon's corners. */
function drawMark(size: number): Promise<Buffer> {
  return sharp(mark, { density: (72 * size) / 16 })
    .resize(size)
    .flatten({ background: '#faf8f4' })
    .png({ palette: true })
    .toBuffer();
}

async function readImage(name: string): Promise<Raster> {
  const bytes = new Uint8Array(await readFile(join(folder, name)));
  return (await decodeImage(fileFromBytes(name, bytes), context)).raster;
}

async function saveImage(name: string, image: Raster, encoding: ImageEncoding): Promise<void> {
  await save(name, await encodeImage(image, encoding, context));
}

async function save(name: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  console.log(`${name}  ${(bytes.length / 1024).toFixed(1)} kB`);
}
