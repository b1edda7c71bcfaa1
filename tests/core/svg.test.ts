import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_SVG_HEAD_BYTES } from '#core/base/limits.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { readImageHeader, SIGNATURE_BYTES, sniffImage } from '#core/image/formats/registry.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { limitMemory } from '#core/wasm/counted-memory.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { deepOr } from '../deep.ts';
import { describeSvg, svg } from './svg.contract.ts';

const platform = createNodePlatform({ threads: 1 });
describeSvg(() => platform);

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return new Uint8Array(isLittle ? bytes : bytes.swap16());
};
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const plain = `<svg ${SVG} width="7" height="5"><rect width="7" height="5" fill="red"/></svg>`;

describe('an SVG is recognized by its content', () => {
  const entities = '<!ENTITY a "]>"><!-- ] > \' --><!ENTITY b \'<svg width="1" height="1">\'>';
  it.each([
    ['a root element', utf8(plain)],
    ['white space', utf8(` \r\n\t${plain}`)],
    ['a byte order mark', utf8(`\ufeff${plain}`)],
    ['a declaration', utf8(`<?xml version="1.0" standalone="no"?>\n${plain}`)],
    ['other instructions', utf8(`<?xml-stylesheet href="a.css"?><?b <svg ?>${plain}`)],
    ['comments', utf8(`<!-- <svg> - > --><!---->${plain}`)],
    ['a DOCTYPE', utf8(`<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a>.dtd">${plain}`)],
    ['a DOCTYPE with declarations', utf8(`<!DOCTYPE svg [${entities}]>${plain}`)],
    ['UTF-16, little-endian', utf16(`<?xml version="1.0" encoding="UTF-16"?>${plain}`, true)],
    ['UTF-16, big-endian', utf16(`<?xml version="1.0" encoding="UTF-16"?>${plain}`, false)],
    ['ISO 8859-1', latin1(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- \xe9 -->${plain}`)],
    [
      'a prefix',
      utf8(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="7" height="5"><s:rect width="7" height="5" fill="red"/></s:svg>',
      ),
    ],
  ])('after %s', async (_, bytes) => {
    expect(sniffImage(bytes.slice(0, SIGNATURE_BYTES))).toBe('svg');
    expect(await inspectFile(fileFromBytes('a.png', bytes))).toMatchObject({
      format: 'svg',
      width: 7,
      height: 5,
      alpha: true,
    });
    const { raster } = await decodeImage(fileFromBytes('a.png', bytes), { platform });
    expect([raster.width, raster.height, ...raster.data.subarray(-4)]).toEqual([7, 5, 255, 0, 0, 255]);
  });

  it.each([
    ['an HTML page that contains an SVG', `<!DOCTYPE html><html><body>${plain}`],
    ['an element whose name begins with svg', `<svgs ${SVG}/>`],
    ['other XML', '<?xml version="1.0"?><rss/>'],
    ['text that mentions an SVG', `See ${plain}`],
    ['a comment without an end', `<!-- ${plain}`],
    ['a DOCTYPE without an end', `<!DOCTYPE svg [ ${plain}`],
    ['a root element after the inspected bytes', `<!--${' '.repeat(MAX_SVG_HEAD_BYTES)}-->${plain}`],
  ])('and %s is refused even with the extension .svg', async (_, text) => {
    expect(sniffImage(utf8(text))).toBeUndefined();
    await expect(decodeImage(fileFromBytes('a.svg', utf8(text)), { platform })).rejects.toMatchObject({
      data: { reason: 'notAnImage' },
    });
  });
});

describe('the size of an SVG', () => {
  it.each([
    ['width="40" height="30"', 40, 30],
    ["height = '30px'\n width='4e1'", 40, 30],
    ['width="1in" height="2.54cm"', 96, 96],
    ['width="72pt" height="6pc"', 96, 96],
    ['width="25.4mm" height="101.6q"', 96, 96],
    ['width="2em" height="4ex"', 32, 32],
    ['width="10.5" height="10.4"', 11, 10],
    ['width="0.2" height="1"', 1, 1],
    ['viewBox="0 0 20 10"', 20, 10],
    ['viewBox="-5,-5,20.4,10.6"', 20, 11],
    ['width="100%" height="100%" viewBox="0 0 20 10"', 20, 10],
    ['width="auto" height="" viewBox="0 0 20 10"', 20, 10],
    ['width="40" viewBox="0 0 20 10"', 40, 20],
    ['height="40" viewBox="0 0 20 10"', 80, 40],
    ['', 300, 150],
    ['width="40"', 40, 150],
    ['viewBox="0 0 0 10"', 300, 150],
    ['viewBox="none"', 300, 150],
    ['data-width="9" width="40" height="30" title="height=&quot;9&quot;"', 40, 30],
    ['width="0" height="30"', undefined, undefined],
    ['width="-4" height="30"', undefined, undefined],
    ['width="1e999" height="30"', undefined, undefined],
    ['width=40 height=30', undefined, undefined],
  ])('is correct for %s', async (attributes, width, height) => {
    const bytes = svg('<rect width="100%" height="100%"/>', attributes);
    const header = readImageHeader(bytes);
    expect([header?.width, header?.height]).toEqual([width, height]);
    const drawn = decodeImage(fileFromBytes('a.svg', bytes), { platform });
    if (width === undefined) await expect(drawn).rejects.toMatchObject({ data: { reason: 'damaged' } });
    else expect((await drawn).raster).toMatchObject({ width, height });
  });

  it('is valid, or gives an error with a known code, whatever the root element contains', () => {
    const piece = fc.constantFrom(
      'width',
      'height',
      'viewBox',
      '=',
      '"',
      "'",
      ' ',
      '9',
      '.',
      'e',
      '-',
      'px',
      '%',
      '<',
      '>',
      '/',
      '&',
      '1e400',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const header = readImageHeader(utf8(`<svg ${pieces.join('')}>`));
        if (header) expect(Number.isInteger(header.width) && header.width > 0 && header.height > 0).toBe(true);
      }),
      { seed: 6, numRuns: deepOr(2000, 300) },
    );
  });
});

it('SVGs match the rendering of librsvg', async () => {
  const bytes = svg(
    `<rect x="4" y="4" width="30" height="20" rx="5" fill="#c0392b"/>
     <circle cx="50" cy="30" r="14" fill="#2980b9" fill-opacity=".5"/>
     <path d="M10 50 L40 34 L70 50 Z" fill="none" stroke="#222" stroke-width="2"/>
     <g transform="rotate(30 60 15)"><ellipse cx="60" cy="15" rx="12" ry="6" fill="gold" stroke="green"/></g>`,
    'viewBox="0 0 80 60" width="160"',
  );
  const { raster } = await decodeImage(fileFromBytes('a.svg', bytes), { platform });
  const { data, info } = await sharp(bytes).resize(160, 120).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([raster.width, raster.height]).toEqual([info.width, info.height]);
  // Tolerance: the libraries compute the coverage of edge pixels differently; inside shapes, only rounding differs.
  const apart = raster.data.map((value, at) =>
    Math.abs((value * alpha(raster.data, at) - (data[at] as number) * alpha(data, at)) / 255),
  );
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(1);
  expect(apart.filter((value) => value > 3).length / apart.length).toBeLessThan(0.03);
});

/** Returns the alpha of the pixel to which a channel value belongs; 255 for the alpha channel itself. */
const alpha = (data: ArrayLike<number>, at: number) => (at % 4 === 3 ? 255 : (data[at | 3] as number));

describe('the memory of a WebAssembly module', () => {
  // A WebAssembly module with a memory of one page, exported as `m`.
  const program = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 0x6d, 2, 0);
  const grow = async (bytes: Uint8Array<ArrayBuffer>, pages: number) => {
    const { instance } = await WebAssembly.instantiate(bytes);
    return (instance.exports.m as WebAssembly.Memory).grow(pages);
  };

  it('grows up to its limit', async () => {
    expect(await grow(program, 200)).toBe(1);
    const limited = limitMemory(program, 200 * 2 ** 16);
    expect(await grow(limited, 199)).toBe(1);
    await expect(grow(limited, 200)).rejects.toThrow(RangeError);
    // If the module declares a limit, `limitMemory` may lower it, but never raises it.
    await expect(grow(limitMemory(limited, 300 * 2 ** 16), 200)).rejects.toThrow(RangeError);
    expect(await grow(limitMemory(limited, 100 * 2 ** 16), 99)).toBe(1);
    await expect(grow(limitMemory(limited, 100 * 2 ** 16), 100)).rejects.toThrow(RangeError);
    expect(() => limitMemory(program.slice(0, 8), 2 ** 16)).toThrow(RangeError);
  });
});

it.each([
  ['<text style="writing-mode: vertical-rl">縦</text>', 1],
  ['<text writing-mode="tb">縦</text>', 1],
  ['<style>text{writing-mode:tb-rl}</style><text>縦</text>', 1],
  ['<text writing-mode="horizontal-tb">横</text>', 0],
  ['<text>横</text>', 0],
])('vertical text is reported: %s', async (content, count) => {
  const warnings: string[] = [];
  const file = fileFromBytes('a.svg', utf8(`<svg ${SVG} width="7" height="5">${content}</svg>`));
  await decodeImage(file, { platform, onWarning: ({ code }) => warnings.push(code) });
  expect(warnings).toEqual(count === 1 ? ['svgVerticalText'] : []);
});
