import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { PNG_SIGNATURE, pngChunk } from '#core/image/formats/png/png-chunks.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { embeddedPixels } from '#core/image/formats/svg/images.ts';
import { platform } from '../inline-platform.ts';

/** Returns a black 1-bit PNG of these sides, of some hundred bytes. */
function png(width: number, height: number): Buffer {
  const rows = deflateSync(new Uint8Array((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.from(
    joinBytes(
      PNG_SIGNATURE,
      pngChunk('IHDR', [...uint32(width), ...uint32(height), 1, 0, 0, 0, 0]),
      pngChunk('IDAT', rows),
      pngChunk('IEND', []),
    ),
  );
}

const url = (width: number, height: number) => `data:image/png;base64,${png(width, height).toString('base64')}`;
const image = (width: number, height: number, more = '') => `<image ${more} href="${url(width, height)}"/>`;
const svg = (content: string, head = '') =>
  new Uint8Array(
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="30" height="20">${content}</svg>`,
    ),
  );

const nested = (content: string) => `data:image/svg+xml;base64,${Buffer.from(svg(content)).toString('base64')}`;
const symbol = `<defs><symbol id="s">${image(10, 5)}</symbol></defs>`;

describe('the pixels of images in an SVG', () => {
  it.each([
    ['a data URL', image(10, 5), 50],
    ['both spellings of href', `<image x:href="${url(10, 5)}" href="${url(10, 5)}"/>`, 50],
    [
      'percent encoding',
      `<image href="data:,${[...png(10, 5)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join('')}"/>`,
      50,
    ],
    ['character references', `<image href="&#x64;ata:&#10;${url(10, 5).slice(5)}"/>`, 50],
    ['an image that is never drawn', `<defs>${image(10, 5)}</defs>`, 0],
    ['repeated use', `${symbol}<use href="#s"/><g><use x:href="#s"/><use href='#s'/></g>`, 150],
    ['use of use', `${symbol}<g id="a"><use href="#s"/><use href="#s"/></g><use href="#a"/><use href="#a"/>`, 300],
    ['a use of itself', `<g id="a">${image(10, 5)}<use href="#a"/></g>`, 50],
    ['a pattern', `<pattern id="p">${image(10, 5)}</pattern><rect fill="url(#p)"/><rect style="fill:url('#p')"/>`, 100],
    [
      'a pattern that elements inherit',
      `<pattern id="p">${image(10, 5)}</pattern><g fill="url(#p)"><rect/><rect/></g>`,
      150,
    ],
    ['a mask', `<mask id="m">${image(10, 5)}</mask><g mask="url(#m)"><rect/><rect/></g>`, 50],
    ['a style sheet', `<style>rect{fill:url(#p)}</style><pattern id="p">${image(10, 5)}</pattern><rect/><rect/>`, 350],
    ['a style sheet in CDATA', `<style><![CDATA[*{mask:url(#m)}]]></style><mask id="m">${image(10, 5)}</mask>`, 250],
    ['a nested SVG', `<image href="${nested(image(10, 5) + image(10, 5))}"/>`, 100],
    ['a comment', `<!-- ${image(10, 5)} -->`, 0],
    ['a tag with > in an attribute', `<image title=">" href="${url(10, 5)}"/>`, 50],
  ])('are counted: %s', (_, content, pixels) => {
    expect(embeddedPixels(svg(content), readImageHeader)).toBe(pixels);
  });

  it('are counted in UTF-16', () => {
    const text = Buffer.from(svg(image(10, 5))).toString('latin1');
    expect(embeddedPixels(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')), readImageHeader)).toBe(50);
  });

  it('are counted in entities', () => {
    const head = `<!DOCTYPE svg [<!ENTITY a '${image(10, 5)}'><!ENTITY b "&a;&a;"><!ENTITY c "ata">]>`;
    expect(embeddedPixels(svg('&b;&b;', head), readImageHeader)).toBe(200);
    expect(embeddedPixels(svg(`<image href="d&c;:${url(10, 5).slice(5)}"/>`, head), readImageHeader)).toBe(50);
  });

  it('are refused together above the pixel limit, before drawing', async () => {
    const bomb = svg(`<defs>${image(9000, 9000, 'id="i"')}</defs>${'<use href="#i"/>'.repeat(2)}`);
    expect(bomb.length).toBeLessThan(20_000);
    const idle = { ...platform, workers: { ...platform.workers, run: () => Promise.reject(new TypeError()) } };
    const open = (bytes: Uint8Array<ArrayBuffer>, maxPixels?: number) =>
      decodeImage(fileFromBytes('a.svg', bytes.slice()), { platform: idle as typeof platform, limits: { maxPixels } });
    await expect(open(bomb)).rejects.toMatchObject({
      code: 'svgImagesTooLarge',
      data: { megapixels: 162, limit: 100 },
    });
    await expect(open(svg(image(9000, 9000)))).rejects.toMatchObject({ code: 'imageWork' });
    await expect(open(svg(image(200, 100)), 19_999)).rejects.toMatchObject({ code: 'svgImagesTooLarge' });
    await expect(open(svg(image(200, 100)), 20_000)).rejects.toMatchObject({ code: 'imageLoad' });
  });

  it('don’t prevent an SVG with an image from being drawn', async () => {
    const bytes = svg(`<image width="30" height="20" preserveAspectRatio="none" href="${url(60, 40)}"/>`);
    const { raster } = await decodeImage(fileFromBytes('a.svg', bytes), { platform });
    expect([...raster.data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
  });
});
