import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { fieldFolder, readField } from '../samples.ts';
import { svg } from './svg.contract.ts';
import { drawio, PNG } from './svg-exports.ts';

const platform = createNodePlatform({ threads: 1 });

const open = (content: string, size = 'width="40" height="40"', before = '') => openBytes(svg(content, size, before));

async function openBytes(bytes: Uint8Array<ArrayBuffer>) {
  const warnings: unknown[] = [];
  const file = fileFromBytes('a.svg', bytes);
  const { raster } = await decodeImage(file, { platform, onWarning: ({ code, data }) => warnings.push([code, data]) });
  const pixel = (x: number, y: number) => [...raster.data.subarray((y * raster.width + x) * 4).subarray(0, 4)];
  return { raster, pixel, warnings };
}

it.each([
  ['an image from elsewhere', '<image href="https://example.org/a.png"/>', '<image> https://example.org/a.png'],
  ['an image beside the file', '<image xlink:href="a.png"/>', '<image> a.png'],
  ['an element of another file', '<use href="icons.svg#a"/>', '<use> icons.svg#a'],
  ['an image of a filter', '<filter id="f"><feImage href="a.png"/></filter>', '<feImage> a.png'],
  ['an embedded font', '<style>@font-face{font-family:"Virgil";src:url(data:,)}</style>', '@font-face "Virgil"'],
  ['an imported style sheet', '<style>@import url("Theme.css");</style>', '@import url("Theme.css")'],
  [
    'a query for the resolution of the screen',
    '<style>@media (min-resolution:2dppx){rect{fill:red}}</style>',
    '@media (min-resolution:2dppx)',
  ],
  ['a selector that is not read', '<style>rect:lang(en),:root:hover{fill:red}</style>', 'rect:lang(en)'],
  ['a mask of a gradient', '<rect style="mask:linear-gradient(red,blue)"/>', 'mask: linear-gradient(red,blue)'],
  ['a shape that clips', '<rect style="clip-path:circle(5px)"/>', 'clip-path: circle(5px)'],
  ['a color of a marked line', '<path fill="context-stroke"/>', 'fill: context-stroke'],
  [
    'a transform about the center',
    '<rect style="transform:rotate(45deg);transform-box:fill-box"/>',
    'transform: rotate(45deg)',
  ],
])('%s is named in a warning', async (_, content, parts) => {
  expect((await open(content)).warnings).toEqual([['svgPartsMissing', { name: 'a.svg', parts }]]);
});

const html = (content: string) =>
  `<foreignObject width="40" height="40"><div xmlns="http://www.w3.org/1999/xhtml">${content}</div></foreignObject>`;

it.each([
  ['an image in HTML', html('a<img src="a.png"/>'), '<foreignObject> <img>'],
  ['a table', html('<table><tr><td>a</td></tr></table>'), '<foreignObject> <table>'],
  ['a formula', html('<math xmlns="http://www.w3.org/1998/Math/MathML"/>'), '<foreignObject> <math>'],
  ['a form', html('<input value="a"/>'), '<foreignObject> <input>'],
  ['a shadow in HTML', html('<p style="text-shadow:1px 1px red">a</p>'), '<foreignObject> text-shadow: 1px 1px red'],
  [
    'text of an SVG in an SVG',
    `<image href="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>')}"/>`,
    '<image> data:image/svg+xml <text>',
  ],
  ['a frame of a label', html('<p style="border:1px solid red">a</p>'), '<foreignObject> border: 1px solid red'],
  [
    'labels beside each other',
    html('<div style="display:flex"><i>a</i><i>b</i></div>'),
    '<foreignObject> display: flex',
  ],
  [
    'a label with another fallback',
    `<switch>${html('<table/>')}<text y="9">a…</text></switch>`,
    '<foreignObject> <table>',
  ],
])('the warning names %s', async (_, content, parts) => {
  expect((await open(content)).warnings).toEqual([['svgPartsMissing', { name: 'a.svg', parts }]]);
});

it('the image that draw.io writes for HTML replaces a table, and its notice about HTML is not drawn', async () => {
  const { pixel, raster, warnings } = await openBytes(new TextEncoder().encode(drawio));
  expect([raster.width, raster.height, warnings]).toEqual([301, 281, []]);
  expect(pixel(230, 190)).toEqual([0, 255, 0, 128]);
  const notice = raster.data.subarray(260 * raster.width * 4);
  expect(notice.every((value) => value === 0)).toBe(true);
});

it.skipIf(!fieldFolder)('a variable is red, and HTML is dark text (needs ../shared/field)', async () => {
  expect((await openBytes(readField('svg-css-var.svg'))).pixel(30, 15)).toEqual([255, 0, 0, 255]);
  const { raster, warnings } = await openBytes(readField('svg-foreign.svg'));
  // Chromium 156 draws the text from y = 2 to y = 13, in a serif font.
  const dark = Array.from({ length: 100 * 50 }, (_, at) => at).filter((at) => (raster.data[at * 4] as number) < 100);
  const rows = dark.map((at) => Math.floor(at / 100));
  expect([warnings, dark.length > 40]).toEqual([[], true]);
  expect([Math.abs(Math.min(...rows) - 2) < 4, Math.abs(Math.max(...rows) - 13) < 4]).toEqual([true, true]);
});

it('what is hidden or not selected is not named', async () => {
  const content =
    '<g display="none"><image href="a.png"/></g><switch><rect/><image href="b.png"/></switch><a href="https://example.org"><rect/></a>';
  expect((await open(content)).warnings).toEqual([]);
});

it('a damaged SVG in an SVG is left out, and the rest is drawn', async () => {
  const url = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"><g fill="var(--a)">')}`;
  expect((await open(`<rect width="40" height="40" fill="red"/><image href="${url}"/>`)).pixel(9, 9)).toEqual([
    255, 0, 0, 255,
  ]);
});

it('at most five parts are named, with at most 80 characters each', async () => {
  const content = Array.from({ length: 9 }, (_, at) => `<image href="${at}${'x'.repeat(200)}"/>`).join('');
  const [[, { parts }]] = (await open(content)).warnings as [[string, { parts: string }]];
  expect(parts.split(', ').map((part) => part.length)).toEqual([80, 80, 80, 80, 80, 1]);
});

it('images in data URLs and CDATA in style sheets keep their meaning', async () => {
  const { pixel, warnings } = await open(
    `<style><![CDATA[.a > rect{fill:var(--c)}]]></style><image width="20" height="40" xlink:href="${PNG}"/><g class="a" style="--c:&#114;ed"><rect x="20" width="20" height="40"/></g>`,
  );
  expect([pixel(10, 20), pixel(30, 20), warnings]).toEqual([[0, 255, 0, 128], [255, 0, 0, 255], []]);
});

it('entities in styles are expanded', async () => {
  const doctype =
    "<!DOCTYPE svg [<!ENTITY c \"fill:var(--x, #00f)\"><!ENTITY e \"<rect width='40' height='40' style='&c;'/>\">]>";
  expect((await open('&e;', undefined, doctype)).pixel(20, 20)).toEqual([0, 0, 255, 255]);
});

describe('styles that take endless work', () => {
  const chain = (length: number, value: (before: string) => string) =>
    `<style>svg{--v0:red;${Array.from({ length }, (_, at) => `--v${at + 1}:${value(`var(--v${at})`)}`).join(';')}}</style><rect width="40" height="40" style="fill:var(--v${length},blue)"/>`;

  it('are refused if variables multiply', async () => {
    await expect(open(chain(40, (before) => `${before} ${before}`))).rejects.toMatchObject({ code: 'imageWork' });
  });

  it('are refused if copies of used elements multiply', async () => {
    const uses = Array.from({ length: 1000 }, (_, at) => `<use href="#a" style="--v:${at}"/>`);
    const content = `<g id="a">${'<rect style="fill:var(--v)"/>'.repeat(1000)}</g>${uses.join('')}`;
    await expect(open(content)).rejects.toMatchObject({ code: 'imageWork' });
  });

  it.each([
    ['a long chain of variables', chain(50_000, (before) => before)],
    ['nested fallbacks', `<rect style="fill:${'var(--a,'.repeat(50_000)}red${')'.repeat(50_000)}"/>`],
    ['nested brackets', `<rect fill="rgb(${'('.repeat(50_000)}"/><style>${'a{'.repeat(50_000)}</style>`],
    ['nested calculations', `<rect width="${'calc('.repeat(50_000)}1"/>`],
    ['nested selectors', `<style>${':not('.repeat(50_000)}a{fill:var(--a)}</style>`],
    ['colors without an end', 'rgb('.repeat(200_000)],
    ['images without an end', `<g title="${'image href='.repeat(200_000)}" style="fill:var(--a)"/>`],
  ])('end for %s', async (_, content) => {
    await open(content).catch((error) => expect(error).toMatchObject({ code: 'imageLoad' }));
  });
});
