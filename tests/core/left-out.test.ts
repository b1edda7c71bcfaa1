import { zlibSync } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, letters, riffChunk, uint16, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { boxes } from '#core/image/formats/heif/iso-boxes.ts';
import { nextMarker } from '#core/image/formats/jpeg/markers.ts';
import type { StillFormat } from '#core/image/formats/output-formats.ts';
import { pngChunk, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { riffChunks } from '#core/image/formats/webp/webp.ts';
import { platform } from '../inline-platform.ts';
import { noiseRaster } from './noise.ts';

/** The text that no output may contain, 64 bytes long, so that it fits a quantization table. */
const MARKER = 'Kyoto, 35.0116 N 135.7681 E, taken by Sei Shonagon on 6 May 2024';
const marker = letters(MARKER);
const holds = (bytes: Uint8Array) => Buffer.from(bytes).includes(MARKER.slice(0, 8));

type Bytes = Uint8Array<ArrayBuffer>;

const noise = (opaque = true) => {
  const { width, height, data } = noiseRaster(40, 24, { opaque });
  return sharp(data, { raw: { width, height, channels: 4 } });
};
const bytesOf = async (image: Sharp): Promise<Bytes> => new Uint8Array(await image.toBuffer());

/** Converts a file at options that copy the source file. Returns `undefined` if the file or the copy is refused. */
async function copied(bytes: Bytes, format: StillFormat, encoding: Partial<ImageEncoding>): Promise<Bytes | undefined> {
  const source = fileFromBytes('source', bytes.slice());
  try {
    const { raster } = await decodeImage(source, { platform, failOn: 'none' });
    return await encodeImage(raster, { format, ...encoding }, { platform }, fileFromBytes('source', bytes));
  } catch {
    return undefined;
  }
}

const insert = (bytes: Bytes, at: number, ...parts: readonly (Uint8Array | readonly number[])[]): Bytes =>
  joinBytes(bytes.subarray(0, at), ...parts, bytes.subarray(at));

describe('a copied JPEG', () => {
  const segment = (code: number, ...content: readonly number[][]) => {
    const body = content.flat();
    return [0xff, code, ...uint16(2 + body.length), ...body];
  };
  const inserts: Readonly<Record<string, readonly number[]>> = {
    'a comment': segment(0xfe, marker),
    'a JFIF segment with bytes after its fields': segment(0xe0, letters('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0], marker),
    'a JFXX thumbnail': segment(0xe0, letters('JFXX\0'), [0x13], marker),
    'another APP0 segment': segment(0xe0, marker),
    Exif: segment(0xe1, letters('Exif\0\0'), marker),
    XMP: segment(0xe1, letters('http://ns.adobe.com/xap/1.0/\0'), marker),
    'extended XMP': segment(0xe1, letters('http://ns.adobe.com/xmp/extension/\0'), marker),
    'an MPF index': segment(0xe2, letters('MPF\0'), marker),
    'a broken ICC profile': segment(0xe2, letters('ICC_PROFILE\0'), [1, 2], marker),
    IPTC: segment(0xed, letters('Photoshop 3.0\0'), marker),
    'an Adobe segment with a text': segment(0xee, letters('Adobe'), [0, 100, 0, 0, 0, 0, 1], marker),
    'another APP14 segment': segment(0xee, marker),
    'an APP15 segment': segment(0xef, marker),
    'an unused quantization table': segment(0xdb, [3], marker),
    'an unused Huffman table': segment(0xc4, [0x13, 0, 0, 0, 0, 0, 64, ...Array(10).fill(0)], marker),
    'bytes outside of segments': marker,
  };
  /** Offsets of all segments after the first, also between the scans, of the EOI marker, and of the end of the file. */
  function* places(bytes: Bytes) {
    for (let at = 2; ; ) {
      const found = nextMarker(bytes, at);
      if (!found) break;
      yield found.end - 2;
      if (found.marker === 0xd9) break;
      at = found.end + ((bytes[found.end] as number) << 8) + (bytes[found.end + 1] as number);
      if (found.marker === 0xda)
        for (;;) {
          at = bytes.indexOf(0xff, at);
          if (bytes[at + 1] !== 0) break;
          at += 2;
        }
    }
    yield bytes.length;
  }

  it.each(Object.keys(inserts))('contains no text, at any place: %s', async (name) => {
    for (const progressive of [false, true]) {
      const plain = await bytesOf(noise().jpeg({ quality: 30, progressive }));
      const all = [...places(plain)];
      expect(all.length).toBeGreaterThan(progressive ? 15 : 6);
      let made = 0;
      for (const at of all) {
        const file = insert(plain, at, inserts[name] ?? []);
        const lossless = await copied(file, 'jpg', { lossless: true });
        const smaller = await copied(file, 'jpg', { neverLarger: true });
        for (const each of [lossless, smaller]) if (each && holds(each)) throw new Error(`Contains ${name} at ${at}`);
        made += lossless ? 1 : 0;
      }
      if (name !== 'bytes outside of segments') expect(made).toBe(all.length);
    }
  });

  it('contains neither second images after its end, nor the texts of a profile that its pixels need', async () => {
    const plain = await bytesOf(noise().withIccProfile('p3').jpeg({ quality: 30 }));
    const text = 'Display P3';
    const file = joinBytes(
      plain,
      await bytesOf(
        noise()
          .withExif({ IFD0: { Make: MARKER } })
          .jpeg(),
      ),
    );
    expect(Buffer.from(file).includes(MARKER)).toBe(true);
    const made = (await copied(file, 'jpg', { lossless: true })) as Bytes;
    expect(holds(made)).toBe(false);
    expect(Buffer.from(made).includes(text) || Buffer.from(made).includes([...text].join('\0'))).toBe(false);
    const colors = (bytes: Bytes) => sharp(bytes).toColorspace('srgb').raw().toBuffer();
    expect((await colors(made)).equals(await colors(plain))).toBe(true);
  });
});

describe('a copied PNG', () => {
  const keyword = letters('Comment\0');
  const inserts: Readonly<Record<string, Uint8Array | readonly number[]>> = {
    tEXt: pngChunk('tEXt', [...keyword, ...marker]),
    zTXt: pngChunk('zTXt', joinBytes(keyword, [0], zlibSync(Uint8Array.from(marker)))),
    iTXt: pngChunk('iTXt', [...keyword, 0, 0, 0, 0, ...marker]),
    eXIf: pngChunk('eXIf', marker),
    tIME: pngChunk('tIME', [7, 232, 5, 6, 7, 8, 9]),
    iCCP: pngChunk('iCCP', joinBytes(letters('Kyoto, 35.0116 N\0\0'), zlibSync(Uint8Array.from(marker)))),
    sPLT: pngChunk('sPLT', [...marker, 0, 8]),
    PLTE: pngChunk('PLTE', marker.slice(0, 63)),
    maRk: pngChunk('maRk', marker),
    IDAT: pngChunk('IDAT', marker),
    IEND: pngChunk('IEND', marker),
    'bytes outside of chunks': marker,
  };

  it.each(Object.keys(inserts))(
    'contains only the chunks of its pixels, whatever is inserted at any place: %s',
    async (name) => {
      const plain = await bytesOf(noise(false).png({ compressionLevel: 9 }));
      const ends = [...pngChunks(plain)].map(({ end }) => end + 4);
      for (const at of ends) {
        const made = await copied(insert(plain, at, inserts[name] ?? []), 'png', { neverLarger: true, compression: 0 });
        if (!made) continue;
        expect(holds(made), `at ${at}`).toBe(false);
        for (const { type } of pngChunks(made)) expect(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']).toContain(type);
      }
      const unchanged = await copied(plain, 'png', { neverLarger: true, compression: 0 });
      expect(unchanged?.length).toBe(
        [...pngChunks(plain)].reduce((sum, { type, start, end }) => sum + (type === 'pHYs' ? 0 : 12 + end - start), 8),
      );
    },
  );

  it('contains no bytes after the pixels in its compressed data', async () => {
    const plain = await bytesOf(noise(false).png({ compressionLevel: 9 }));
    const data = [...pngChunks(plain)].find(({ type }) => type === 'IDAT');
    const [start, end] = [data?.start ?? 0, data?.end ?? 0];
    const longer = pngChunk('IDAT', joinBytes(plain.subarray(start, end), marker));
    const file = joinBytes(plain.subarray(0, start - 8), longer, plain.subarray(end + 4));
    const made = await copied(file, 'png', { neverLarger: true, compression: 0 });
    expect(made && holds(made)).toBe(false);
  });
});

describe('a copied WebP', () => {
  const files = {
    lossy: () => noise().webp({ quality: 10 }),
    'lossy with alpha': () => noise(false).webp({ quality: 10 }),
    lossless: () => noise().webp({ lossless: true }),
  };
  const withSize = (bytes: Bytes) =>
    joinBytes(bytes.subarray(0, 4), uint32(bytes.length - 8).reverse(), bytes.subarray(8));

  it.each(Object.keys(files) as (keyof typeof files)[])('contains no text, at any place: %s', async (name) => {
    const plain = await bytesOf(files[name]());
    const encoding = { neverLarger: true, quality: 1, lossless: name === 'lossless', effort: 0 };
    const ends = [12, ...[...riffChunks(plain)].map(({ end }) => end + (end % 2))];
    for (const type of ['EXIF', 'XMP ', 'ICCP', 'maRk', 'ALPH'])
      for (const at of ends)
        for (const size of [withSize, (bytes: Bytes) => bytes]) {
          const made = await copied(size(insert(plain, at, riffChunk(type, marker))), 'webp', encoding);
          if (made && holds(made)) throw new Error(`Contains ${type} at ${at}`);
        }
    for (const { type, start, end } of riffChunks(plain)) {
      const longer = riffChunk(type, [...plain.subarray(start, end), ...marker]);
      const file = withSize(joinBytes(plain.subarray(0, start - 8), longer, plain.subarray(end + (end % 2))));
      const made = await copied(file, 'webp', encoding);
      if (made && holds(made)) throw new Error(`Contains bytes after the content of ${type}`);
    }
    const unchanged = await copied(insert(plain, plain.length, marker), 'webp', encoding);
    expect(unchanged?.length).toBeLessThanOrEqual(plain.length);
  });
});

describe('a copied AVIF', () => {
  const box = (type: string, content: readonly number[]) => [
    ...uint32(content.length + 8),
    ...letters(type),
    ...content,
  ];

  /** Inserts bytes, enlarges the boxes around the place, and moves the item offsets behind the place. */
  function insertInside(plain: Bytes, at: number, content: readonly number[]): Bytes {
    const bytes = insert(plain, at, content);
    const view = new DataView(bytes.buffer);
    const walk = (from: number, to: number) => {
      for (const { type, start, end } of boxes(plain, from, to)) {
        const head = start - 8 + (start - 8 >= at ? content.length : 0);
        if (start <= at && at <= end && start - 8 < at && at < end)
          view.setUint32(head, end - start + 8 + content.length);
        if (type === 'iloc') {
          const places = start + (start >= at ? content.length : 0);
          const count = view.getUint16(places + 6);
          for (let index = 0; index < count; index++) {
            const offsetAt = places + 8 + index * 14 + 6;
            const [offset, length] = [view.getUint32(offsetAt), view.getUint32(offsetAt + 4)];
            if (offset >= at && offset !== at) view.setUint32(offsetAt, offset + content.length);
            else if (offset === at) view.setUint32(offsetAt + 4, length + content.length);
          }
        }
        if (type === 'meta') walk(start + 4, end);
        else if (['iprp', 'ipco'].includes(type)) walk(start, end);
      }
    };
    walk(0, plain.length);
    return bytes;
  }

  const source = () =>
    encodeImage(noiseRaster(40, 24, { opaque: true }), { format: 'avif', quality: 0.1, effort: 0 }, { platform });
  const encoding = { neverLarger: true, quality: 1, effort: 0 };

  it('contains no text of boxes, properties and OBUs, at any place', async () => {
    const plain = await source();
    const top = [...boxes(plain, 0, plain.length)];
    const meta = top.find(({ type }) => type === 'meta') ?? { start: 0, end: 0 };
    const data = top.find(({ type }) => type === 'mdat') ?? { start: 0, end: 0 };
    const inMeta = [...boxes(plain, meta.start + 4, meta.end)];
    const properties = inMeta.find(({ type }) => type === 'iprp') ?? { start: 0, end: 0 };
    const [container] = [...boxes(plain, properties.start, properties.end)];
    const places = [...top, ...inMeta].map(({ start }) => start - 8).filter((at) => at > 0);
    const unassociated = [container?.end ?? 0];
    const inBoxes = [...boxes(plain, container?.start ?? 0, container?.end ?? 0)].map(({ end }) => end);
    let made = 0;
    const check = async (file: Bytes, what: string) => {
      expect(holds(file)).toBe(true);
      const copy = await copied(file, 'avif', encoding);
      if (copy && holds(copy)) throw new Error(`Contains ${what}`);
      if (copy && copy.length <= plain.length) made++;
    };
    for (const at of [...places, plain.length])
      for (const type of ['free', 'skip', 'uuid', 'udta', 'maRk'])
        await check(
          at === plain.length ? insert(plain, at, box(type, marker)) : insertInside(plain, at, box(type, marker)),
          `${type} at ${at}`,
        );
    for (const at of unassociated) await check(insertInside(plain, at - 0, box('uuid', marker)), 'a property');
    for (const at of inBoxes) await check(insertInside(plain, at, marker), `bytes at ${at}`);
    // OBUs of the types metadata (5) and padding (15), with a size, before the first OBU (AV1, 6.2.2).
    for (const type of [5, 15])
      await check(insertInside(plain, data.start, [(type << 3) | 2, marker.length, ...marker]), `OBU ${type}`);
    await check(insert(plain, plain.length, marker), 'bytes at the end');
    expect(made).toBeGreaterThan(5 * places.length);
  });
});

describe('a file of another format', () => {
  it('becomes an image without its texts', async () => {
    const gif = await bytesOf(noise().gif());
    const comment = [0x21, 0xfe, marker.length, ...marker, 0];
    const application = [0x21, 0xff, 11, ...letters('KYOTO  1.00'), marker.length, ...marker, 0];
    const start = 13 + 3 * 2 ** (((gif[10] as number) & 7) + 1);
    const tiff = await bytesOf(
      noise()
        .withExif({ IFD0: { ImageDescription: MARKER } })
        .tiff(),
    );
    for (const file of [insert(gif, start, comment, application), joinBytes(gif, marker), joinBytes(tiff, marker)])
      for (const format of ['png', 'jpg', 'webp', 'gif'] as const) {
        const { raster } = await decodeImage(fileFromBytes('a', file.slice()), { platform, failOn: 'none' });
        const made = await encodeImage(raster, { format, neverLarger: true }, { platform }, fileFromBytes('a', file));
        expect(holds(made)).toBe(false);
      }
  });
});
