import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes, letters, uint16, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { textBlocks } from '#core/image/codecs/metadata.ts';
import { type StillFormat, stillFormats } from '#core/image/formats/output-formats.ts';
import { readDescription } from '#core/image/metadata/description.ts';
import { readXmp } from '#core/image/metadata/xmp.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { parseRecipe, runStepsOfFile } from '#core/recipes/recipe.ts';
import { platform } from '../inline-platform.ts';
import { fieldFolder, readField } from '../samples.ts';

const image = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#2b4c7e' } });

const xmpOf = (properties: string, attributes = '') =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"${attributes}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;

const list = (container: string, ...texts: string[]) =>
  `<rdf:${container}>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:${container}>`;

const XMP = xmpOf(
  `<dc:title>${list('Alt', 'Title &lt;&amp;&gt; 題', 'Titel')}</dc:title><dc:description>${list('Alt', 'A &quot;view&quot;')}</dc:description><dc:subject>${list('Bag', 'one', 'two')}</dc:subject><dc:creator>${list('Seq', 'A. Poet')}</dc:creator><dc:rights>${list('Alt', '© 2024')}</dc:rights><dc:identifier>secret-id</dc:identifier>`,
  ' xmp:Rating="4" photoshop:City="Kyoto" exif:GPSLatitude="35,0.69N"',
);
const described = {
  title: 'Title <&> 題',
  description: 'A "view"',
  keywords: ['one', 'two'],
  creators: ['A. Poet'],
  copyright: '© 2024',
  rating: 4,
};

async function converted(bytes: Uint8Array, format: StillFormat, steps: readonly object[] = []) {
  const source = fileFromBytes('source', new Uint8Array(bytes));
  const { raster } = await runStepsOfFile(source, parseRecipe(steps), { platform });
  return encodeImage(raster, { format, metadata: 'all-but-place' }, { platform }, source);
}

describe('the description of an image', () => {
  it.each(stillFormats)('is written anew as XMP, without its other properties: %s', async (format) => {
    const made = await converted(await image().withXmp(XMP).jpeg().toBuffer(), format);
    const { xmp } = await sharp(made).metadata();
    expect(readXmp(xmp?.toString() ?? '')).toEqual(described);
    for (const text of ['Kyoto', '35,0.69', 'secret-id', 'Titel']) expect(Buffer.from(made).includes(text)).toBe(false);
    const again = await converted(made, 'png');
    expect((await sharp(again).metadata()).xmp).toEqual(xmp);
    expect(await inspectFile(fileFromBytes('a', made))).toMatchObject({ gps: false });
  });

  it('is read from IPTC where XMP is missing', async () => {
    const set = (number: number, text: string) => [0x1c, 2, number, ...uint16(text.length), ...letters(text)];
    const sets = [
      set(5, 'Title'),
      set(120, 'Caption'),
      set(25, 'one'),
      set(25, 'two'),
      set(80, 'A. Poet'),
      set(116, '2024'),
    ];
    const data = [...sets, set(90, 'Kyoto')].flat();
    const body = [...letters('Photoshop 3.0\0'), ...letters('8BIM'), 4, 4, 0, 0, ...uint32(data.length), ...data];
    const plain = new Uint8Array(await image().jpeg().toBuffer());
    const segment = [0xff, 0xed, ...uint16(body.length + 2), ...body];
    const tagged = joinBytes(plain.subarray(0, 2), segment, plain.subarray(2));
    const made = await converted(tagged, 'webp');
    const { rating: _, ...texts } = described;
    const expected = { ...texts, title: 'Title', description: 'Caption', copyright: '2024' };
    expect(readDescription(await textBlocks(made))).toEqual(expected);
    expect(Buffer.from(made).includes('Kyoto')).toBe(false);
  });

  it('of hostile XMP is bounded in time and size, and ignores what is no text', () => {
    const items = list('Bag', ...Array.from({ length: 50_000 }, (_, index) => `word ${index}`));
    expect(readXmp(xmpOf(`<dc:subject>${items}</dc:subject>`)).keywords?.length).toBeLessThanOrEqual(200);
    expect(readXmp(`<rdf:RDF>${'<a:b>'.repeat(100_000)}`)).toEqual({});
    expect(readXmp(`<rdf:RDF><rdf:Description ${'a:b="'.repeat(50_000)}`)).toEqual({});
    expect(readXmp(xmpOf(`<dc:title>${'x'.repeat(100_000)}</dc:title>`)).title?.length).toBeLessThanOrEqual(4000);
    expect(readXmp(xmpOf('', ' xmp:Rating="99"'))).toEqual({});
    expect(readXmp(xmpOf('<!-- <dc:title>hidden</dc:title> -->'))).toEqual({});
  });
});

describe('the print resolution', () => {
  const densityOf = async (bytes: Uint8Array) => (await sharp(bytes).metadata()).density;
  const half = { operation: 'scale', params: { factor: 0.5 } };

  it.each(stillFormats)('follows the scale of the image, so that the print keeps its size: %s', async (format) => {
    const source = await image().withMetadata({ density: 300 }).jpeg().toBuffer();
    const crop = { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 30, bottomY: 40 } };
    const cases: readonly [object[], number][] = [
      [[], 300],
      [[half], 150],
      [[crop], 300],
      [[crop, half, { operation: 'rotate', params: { turn: 90 } }], 150],
      [[half, { operation: 'adjust-color', params: { brightness: 0.2 } }, half], 75],
    ];
    for (const [steps, dpi] of cases) {
      const made = await converted(source, format, steps);
      expect(await inspectFile(fileFromBytes('a', made))).toMatchObject({ dpi });
      // Sharp reports no density of WebP and AVIF, which state it in Exif.
      if (format === 'jpg' || format === 'png') expect(await densityOf(made)).toBe(dpi);
    }
  });

  it.each(['jpeg', 'png', 'tiff', 'webp'] as const)('is shown by inspect as sharp wrote it: %s', async (format) => {
    const bytes = await image().withMetadata({ density: 300 }).toFormat(format).toBuffer();
    expect(await inspectFile(fileFromBytes('a', new Uint8Array(bytes)))).toMatchObject({ dpi: 300 });
  });

  it.skipIf(!fieldFolder)('of a JFIF header survives in each format (needs ../shared/field)', async () => {
    for (const format of stillFormats)
      expect(await inspectFile(fileFromBytes('a', await converted(readField('dpi300.jpg'), format)))).toMatchObject({
        dpi: 300,
      });
  });

  it('is omitted by default', async () => {
    const bytes = new Uint8Array(await image().withMetadata({ density: 300 }).jpeg().toBuffer());
    const source = fileFromBytes('source', bytes);
    const { raster } = await runStepsOfFile(source, [], { platform });
    for (const format of stillFormats) {
      const made = await encodeImage(raster, { format }, { platform }, source);
      expect((await inspectFile(fileFromBytes('a', made))).dpi).toBeUndefined();
    }
  });
});
