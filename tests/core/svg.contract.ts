import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { crc32 } from '#core/image/formats/png/png-chunks.ts';
import type { Platform } from '#core/platform/platform.ts';
import { drawio, mermaid } from './svg-exports.ts';

export const svg = (content: string, size = 'width="8" height="8"', before = ''): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
  );

/** Returns SVG elements, each of which uses the previous element ten times. */
export const nestedUses = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0
      ? '<rect id="u0" width="1" height="1"/>'
      : `<g id="u${level}">${`<use href="#u${level - 1}"/>`.repeat(10)}</g>`,
  ).join('');

/** Returns XML entities, each of which expands to ten of the previous entity. */
export const nestedEntities = (levels: number, first: string): string =>
  `<!DOCTYPE svg [${Array.from({ length: levels }, (_, level) => `<!ENTITY e${level} "${level === 0 ? first : `&e${level - 1};`.repeat(10)}">`).join('')}]>`;

/** A PNG of one green pixel with an alpha of 128. */
const DATA_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQImWNg+M/QAAADggGA0J80bgAAAABJRU5ErkJggg==';

/** Images with antialiased edges, and the checksums of their pixels on every platform. */
const drawings: readonly (readonly [string, string, number])[] = [
  ['curves', '<circle cx="40" cy="30" r="25" fill="#c0392b" fill-opacity=".6"/><path d="M5 5Q60 5 70 55" fill="none" stroke="#204080" stroke-width="3.3"/>', 2058405678],
  ['gradients and blurs', '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="#00f" stop-opacity=".2"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><rect x="5" y="5" width="60" height="40" fill="url(#g)" filter="url(#f)"/>', 243630008],
  ['texts', '<text x="2" y="25" font-size="20" font-family="Arial, sans-serif">Aé</text><text x="30" y="50" font-size="20" font-weight="bold">筆&#x7bb1;</text>', 867348794],
  ['texts of the catalogue', '<text x="2" y="25" font-size="20" font-family="Lobster">Abc</text><text x="2" y="50" font-size="16" font-family="monospace">ii|</text>', 2876981301],
]; // biome-ignore format: a table

/** Tests whether a platform opens SVGs correctly and safely. */
export function describeSvg(platform: () => Platform): void {
  const open = async (bytes: Uint8Array<ArrayBuffer>) =>
    (await decodeImage(fileFromBytes('a.txt', bytes), { platform: platform() })).raster;
  const pixel = async (bytes: Uint8Array<ArrayBuffer>) => [...(await open(bytes)).data.subarray(0, 4)];

  it('the SVG renderer draws shapes with straight alpha, not premultiplied', async () => {
    const { width, height, data } = await open(
      svg(
        '<rect width="8" height="4" fill="#ff8000" fill-opacity=".5"/><rect y="4" width="8" height="2" fill="#0af"/>',
      ),
    );
    expect([width, height]).toEqual([8, 8]);
    const row = (y: number) => [...data.subarray(y * 32, y * 32 + 4)];
    // Expected colors are rounded: the library stores premultiplied colors, and half alpha halves their precision.
    expect([row(0), row(3), row(4), row(6)]).toEqual([
      [255, 128, 0, 128],
      [255, 128, 0, 128],
      [0, 170, 255, 255],
      [0, 0, 0, 0],
    ]);
  });

  it.each(drawings)('the SVG renderer draws %s with the same bytes on every platform', async (_, content, checksum) => {
    const { width, height, data } = await open(svg(content, 'width="80" height="60"'));
    expect([width, height]).toEqual([80, 60]);
    expect(data.some((value) => value !== 0)).toBe(true);
    expect(crc32(new Uint8Array(data.buffer))).toBe(checksum);
  });

  it.each([
    ['Mermaid', mermaid, 3918074305],
    ['draw.io', drawio, 2290555521],
  ])('an export of %s is drawn with the same bytes on every platform', async (_, text, checksum) => {
    const { data } = await open(new TextEncoder().encode(text));
    expect(crc32(new Uint8Array(data.buffer))).toBe(checksum);
  });

  it('the SVG renderer draws embedded images, and loads no other file', async () => {
    expect(await pixel(svg(`<image width="8" height="8" href="${DATA_PNG}"/>`))).toEqual([0, 255, 0, 128]);
    for (const address of [
      '/etc/hostname',
      'file:///etc/hostname',
      'a.png',
      'https://example.org/a.png',
      '//example.org/a',
    ])
      expect(await pixel(svg(`<image width="8" height="8" xlink:href="${address}"/>`))).toEqual([0, 0, 0, 0]);
  });

  it('the SVG renderer runs no script, not even beside HTML', async () => {
    const content =
      '<script>while (true);</script><rect width="8" height="8" fill="red" onload="while (true);"/><foreignObject width="8" height="8"><body xmlns="http://www.w3.org/1999/xhtml">a</body></foreignObject>';
    expect(await pixel(svg(content))).toEqual([255, 0, 0, 255]);
  });

  describe('an SVG is refused', () => {
    it.each([
      ['a file that is cut off', svg('<rect width="8" height="8"/>').subarray(0, -5)],
      ['an element that is not closed', svg('<g>')],
      [
        'an entity that is a file',
        svg('<text>&e;</text>', undefined, '<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/hostname">]>'),
      ],
      ['a billion shapes from nested use elements', svg(`<defs>${nestedUses(10)}</defs><use href="#u9"/>`)],
      ['endlessly nested elements', svg('<g>'.repeat(50_000) + '</g>'.repeat(50_000))],
      ['another namespace', new TextEncoder().encode('<svg width="8" height="8"><rect width="8" height="8"/></svg>')],
    ])('for %s, and the next SVG is drawn', async (_, bytes) => {
      await expect(open(bytes.slice())).rejects.toMatchObject({ code: 'imageLoad', data: { reason: 'damaged' } });
      expect(await pixel(svg('<rect width="8" height="8" fill="red"/>'))).toEqual([255, 0, 0, 255]);
    });

    it.each([
      ['text', svg('<text>&e9;</text>', undefined, nestedEntities(10, 'lol'))],
      ['shapes', svg('&e9;', undefined, nestedEntities(10, "<rect width='1' height='1'/>"))],
    ])('for a billion nested entities of %s, before it is drawn', async (_, bytes) => {
      await expect(open(bytes.slice())).rejects.toMatchObject({ code: 'imageWork' });
    });

    it('over the size limit, before it is drawn', async () => {
      const large = svg(
        '<filter id="f"><feMorphology radius="999"/></filter><g filter="url(#f)"/>',
        'width="40000" height="9000"',
      );
      await expect(open(large)).rejects.toMatchObject({ code: 'imageTooLarge', data: { width: 40_000, height: 9000 } });
      await expect(open(svg('', 'width="40000" height="9"'))).rejects.toMatchObject({ code: 'imageTooLong' });
      const long = svg(`<!--${' '.repeat(10_000_000)}-->`);
      await expect(open(long)).rejects.toMatchObject({ code: 'svgTooLarge', data: { megabytes: 10 } });
    });

    it('with an error that names the format, if it is compressed', async () => {
      const packed = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
      await expect(open(packed)).rejects.toMatchObject({ code: 'imageFormat', data: { format: 'SVGZ (gzip)' } });
    });
  });
}
