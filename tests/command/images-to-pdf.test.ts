import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { PNG_SIGNATURE, pngChunk } from '#core/image/formats/png/png-chunks.ts';
import { type PdfParameters, placeOnPage } from '#core/image/pdf/page-place.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

const folder = emptyFolder();
const file = (name: string) => join(folder, name);
const size = { width: 48, height: 32 };

/** Pixels with a red upper left quarter on a gradient, whose alpha is `alphaOf(x, y)`. */
function pixels(alphaOf: (x: number, y: number) => number = () => 255) {
  const data = new Uint8Array(size.width * size.height * 4);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)];
    const isRed = x < size.width / 2 && y < size.height / 2;
    data.set([...(isRed ? [255, 0, 0] : [0, x * 4, y * 6]), alphaOf(x, y)], at);
  }
  return data;
}
const image = (data = pixels()) => sharp(data, { raw: { ...size, channels: 4 } });
const opaque = () => image().removeAlpha();

beforeAll(async () => {
  await opaque().jpeg().toFile(file('plain.jpg'));
  await opaque().jpeg({ progressive: true }).toFile(file('progressive.jpg'));
  await opaque().toColourspace('cmyk').jpeg().toFile(file('cmyk.jpg'));
  await opaque().withIccProfile('p3').jpeg().toFile(file('p3.jpg'));
  for (let turn = 1; turn <= 8; turn++)
    await opaque()
      .withExif({ IFD0: { Copyright: 'secret' } })
      .withMetadata({ orientation: turn, density: 96 })
      .jpeg()
      .toFile(file(`turned-${turn}.jpg`));
  await image(pixels((x) => x * 5))
    .png()
    .toFile(file('alpha.png'));
  await sharp({ create: { width: 300, height: 600, channels: 3, background: '#ffffff' } })
    .withDensity(300)
    .png()
    .toFile(file('scan.png'));
});

interface PdfObject {
  readonly dictionary: string;
  readonly stream: Buffer;
}

/** Reads a PDF by its table of offsets (ISO 32000-1, 7.5.4), and checks each offset and length. */
function readPdf(name: string) {
  const bytes = readFileSync(file(name));
  const text = bytes.toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const [, count = ''] = /^xref\n0 (\d+)\n0{10} 65535 f \n/.exec(text.slice(start)) ?? [];
  const entries = [...text.slice(start).matchAll(/(\d{10}) 00000 n \n/g)];
  expect(entries.length).toBe(Number(count) - 1);
  const objects = entries.map(([, offset], index): PdfObject => {
    const from = Number(offset);
    const [head = '', dictionary = ''] =
      new RegExp(`^${index + 1} 0 obj\\n(<< .* >>)\\n(?:stream\\n)?`).exec(text.slice(from)) ?? [];
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const end = from + head.length + length;
    expect(text.slice(end, end + 18)).toMatch(head.endsWith('stream\n') ? /^\nendstream\nendobj/ : /^endobj\n/);
    return { dictionary, stream: bytes.subarray(from + head.length, end) };
  });
  const objectAt = (reference: string) => objects[Number(reference) - 1] as PdfObject;
  const named = ({ dictionary }: PdfObject, name: string) => {
    const [, reference] = new RegExp(`/${name} (?:\\[/ICCBased )?(\\d+) 0 R`).exec(dictionary) ?? [];
    return reference === undefined ? undefined : objectAt(reference);
  };
  const [root = ''] = /\/Kids \[.*?\]/.exec(named(objectAt('1'), 'Pages')?.dictionary ?? '') ?? [];
  const pages = [...root.matchAll(/(\d+) 0 R/g)].map(([, reference = '']) => {
    const page = objectAt(reference);
    const drawing = named(page, 'Contents')?.stream.toString() ?? '';
    const [, matrix = ''] = /^q (.*) cm \/Image Do Q$/.exec(drawing) ?? [];
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page.dictionary)?.slice(1).map(Number) ?? [];
    const image = named(page, 'Image') as PdfObject;
    return {
      box,
      matrix: matrix.split(' ').map(Number),
      image,
      mask: named(image, 'SMask'),
      icc: named(image, 'ColorSpace'),
    };
  });
  return pages;
}

/** Decodes data with the predictor 15 by sharp, as the PNG that it would be. */
function flatePixels({ dictionary, stream }: PdfObject, channels: number) {
  const [, depth] = /\/BitsPerComponent (\d+)/.exec(dictionary) ?? [];
  const colorType = channels === 1 ? 0 : 2;
  const head = pngChunk('IHDR', [...uint32(size.width), ...uint32(size.height), Number(depth), colorType, 0, 0, 0]);
  const png = joinBytes(PNG_SIGNATURE, head, pngChunk('IDAT', stream), pngChunk('IEND', []));
  return sharp(png)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();
}

const make = async (args: readonly string[]) => {
  const finished = await commandHere(folder, ['images-to-pdf', ...args, '-o', 'out.pdf', '--force']);
  expect(finished).toMatchObject({ code: 0, stderr: '' });
  return readPdf('out.pdf');
};

describe('images-to-pdf', () => {
  it('keeps the bytes of JPEGs without metadata, one per page in order', async () => {
    const names = ['plain.jpg', 'progressive.jpg', 'cmyk.jpg', 'p3.jpg'];
    const pages = await make(names);
    expect(pages.map(({ image }) => image.stream.equals(readFileSync(file('plain.jpg'))))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    for (const [index, name] of names.entries())
      expect(pages[index]?.image.stream.equals(readFileSync(file(name)))).toBe(true);
    expect(pages[2]?.image.dictionary).toMatch(/\/DeviceCMYK .*\/Decode \[1 0 1 0 1 0 1 0\]/);
    expect(pages.map(({ icc }) => icc !== undefined)).toEqual([false, false, false, true]);
    expect(pages[3]?.icc?.dictionary).toContain('/N 3 /Alternate /DeviceRGB /Filter /FlateDecode');
  });

  it('keeps the pixels of JPEGs with metadata, but not the metadata', async () => {
    const [page] = await make(['turned-1.jpg']);
    const stream = page?.image.stream as Buffer;
    expect(stream.includes('secret')).toBe(false);
    expect(readFileSync(file('turned-1.jpg')).includes('secret')).toBe(true);
    const kept = await sharp(stream).raw().toBuffer();
    expect(kept.equals(await sharp(file('turned-1.jpg')).raw().toBuffer())).toBe(true);
  });

  it('shows every Exif orientation upright', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `turned-${index + 1}.jpg`);
    const pages = await make(names);
    for (const [index, name] of names.entries()) {
      const { data, info } = await sharp(file(name)).rotate().raw().toBuffer({ resolveWithObject: true });
      const { box, matrix } = pages[index] as (typeof pages)[number];
      expect(box).toEqual([(info.width * 72) / 96, (info.height * 72) / 96]);
      // The center of the red quarter is at a quarter of the unit square from its left and upper edge.
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
      const at = { x: a * 0.25 + c * 0.75 + e, y: b * 0.25 + d * 0.75 + f };
      const column = Math.floor((at.x / (box[0] as number)) * info.width);
      const row = Math.floor((1 - at.y / (box[1] as number)) * info.height);
      const pixel = (row * info.width + column) * 3;
      expect([name, (data[pixel] as number) > 240, (data[pixel + 1] as number) < 15]).toEqual([name, true, true]);
      // The matrix covers the page: the corners of the unit square are corners of the page.
      expect(Math.abs(a * d - b * c)).toBeCloseTo((box[0] as number) * (box[1] as number), 1);
    }
  });

  it('stores other images without loss, and their alpha as a mask', async () => {
    const [page] = await make(['alpha.png']);
    const { image: stored, mask } = page as NonNullable<typeof page>;
    const expected = pixels((x) => x * 5);
    const [rgb, alpha] = [await flatePixels(stored, 3), await flatePixels(mask as PdfObject, 1)];
    for (let at = 0; at < expected.length / 4; at++) {
      const [red, green, blue, opacity] = expected.subarray(at * 4, at * 4 + 4);
      expect(alpha[at]).toBe(opacity);
      // Invisible pixels don't keep their colors.
      expect([...rgb.subarray(at * 3, at * 3 + 3)]).toEqual(opacity === 0 ? [255, 255, 255] : [red, green, blue]);
    }
  });

  it('uses the resolution that a file states', async () => {
    const [page] = await make(['scan.png']);
    expect(page?.box).toEqual([72, 144]);
  });

  it.each([
    [65_535, 65_535],
    [1, 65_535],
  ])('ignores a resolution of %i × %i dpi, with which nothing would be seen', async (across, down) => {
    const bytes = readFileSync(file('plain.jpg'));
    // A JFIF segment: version 1.1, the unit 1 for dpi, both resolutions, and no thumbnail.
    const jfif = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 1];
    const density = [across, down].flatMap((dpi) => [dpi >> 8, dpi & 255]);
    write(file('dense.jpg'), joinBytes(bytes.subarray(0, 2), [...jfif, ...density, 0, 0], bytes.subarray(2)));
    const [page] = await make(['dense.jpg']);
    expect(page?.box).toEqual([36, 24]);
  });

  it.each([
    ['no file', [], 2, 'images-to-pdf needs at least one file or folder.'],
    ['too many files', Array(501).fill('plain.jpg'), 2, 'images can have at most 500'],
    ['a file that is no image', ['note.txt'], 1, 'note.txt: Failed to load image.'],
  ])('refuses %s and writes no file', async (_, args, code, message) => {
    write(file('note.txt'), 'no image');
    const finished = await commandHere(folder, ['images-to-pdf', ...args, '-o', 'none.pdf']);
    expect(finished).toMatchObject({ code, stderr: expect.stringContaining(message) });
    expect(() => readFileSync(file('none.pdf'))).toThrow('ENOENT');
  });
});

describe('placeOnPage', () => {
  it.each<[PdfParameters, typeof size, number[]]>([
    // A4 has 595.28 × 841.89 pt; 10 mm are 28.346 pt. The width of 538.58 pt is the tighter side.
    [{ page: 'a4', margin: 10 }, { width: 300, height: 300 }, [595.276, 841.89, 28.346, 151.653, 538.583, 538.583]],
    [{ page: 'letter', margin: 0 }, { width: 400, height: 100 }, [792, 612, 0, 207, 792, 198]],
    // No page is longer than 14,400 pt.
    [{ page: 'fit', margin: 0 }, { width: 28_800, height: 100 }, [14_400, 50, 0, 0, 14_400, 50]],
    // No side is shorter than 3 pt.
    [{ page: 'fit', margin: 0 }, { width: 28_800, height: 1 }, [14_400, 3, 0, 1.25, 14_400, 0.5]],
  ])('with %j places %j', (params, shown, expected) => {
    const { page, place } = placeOnPage(shown, params);
    const placed = [page.width, page.height, place.left, place.bottom, place.width, place.height];
    for (const [index, value] of expected.entries()) expect(placed[index]).toBeCloseTo(value, 2);
  });
});
