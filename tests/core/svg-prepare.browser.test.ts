import { describe, expect, it } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { fileFromBytes } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { drawio, mermaid } from './svg-exports.ts';

const platform = createBrowserPlatform(createBrowserWorkers());
const SIZE = 40;

/** Draws an SVG as Chromium draws images. */
async function drawnByChromium(text: string, { width, height }: Size): Promise<Uint8ClampedArray> {
  const image = new Image();
  // A blob with HTML would make the canvas unreadable.
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height).data;
}

const box = (attributes: string) => `<rect x="4" y="4" width="32" height="32" ${attributes}/>`;
const styled = (css: string) => `<style>${css}</style>${box('class="a"')}`;

it.each([
  ['a custom property', styled(':root{--c:#f00} rect{fill:var(--c)}')],
  ['a custom property that refers to others', styled('svg{--a:var(--b);--b:rgb(0 128 0)} .a{fill:var(--a)}')],
  ['a fallback', styled('.a{fill:var(--none, var(--other, teal))}')],
  [
    'custom properties that refer to each other',
    `<g fill="blue">${styled('.a{--a:var(--b);--b:var(--a);fill:var(--a, red)}')}</g>`,
  ],
  ['a missing custom property', `<g fill="blue">${styled('rect{fill:red} .a{fill:var(--none)}')}</g>`],
  ['a custom property in an attribute', `<g style="--w:10px">${box('stroke="red" stroke-width="var(--w)"')}</g>`],
  [
    'custom properties of use elements',
    `<symbol id="i" viewBox="0 0 40 40">${box('style="fill:var(--c,blue)"')}</symbol><use href="#i" width="20" style="--c:red"/><use href="#i" x="20" width="20" style="--c:lime"/><use href="#i" y="20" width="20"/>`,
  ],
  ['rgb with spaces and a slash', box('fill="rgb(200 100 0 / 50%)"')],
  ['hsl with spaces and degrees', box('fill="hsl(120deg 100% 25% / .5)"')],
  ['hwb', box('fill="hwb(194 10% 20%)"')],
  ['lab and lch', box('fill="lab(50% 40 59.5)" stroke="lch(52% 72 50)"')],
  ['oklch and oklab', box('fill="oklch(0.7 0.1 150)" stroke="oklab(0.5 0.1 0.1)"')],
  ['color-mix', box('color="navy" fill="color-mix(in srgb, currentColor 40%, orange)"')],
  ['relative colors', box('fill="rgb(from teal r g 255 / 80%)"')],
  ['light-dark', box('fill="#fff" style="fill:light-dark(rgb(218, 232, 252), #121212)"')],
  [
    'light-dark of a dark image',
    `<g style="color-scheme:dark">${box('style="fill:light-dark(red, var(--x, blue))"')}</g>`,
  ],
  ['rebeccapurple', box('fill="rebeccapurple"')],
  ['currentcolor', `<g style="color:oklch(0.6 0.15 30)">${box('style="fill:currentcolor"')}</g>`],
  [
    'stops of a gradient',
    `<linearGradient id="g"><stop stop-color="rgb(255 0 0/.5)"/><stop offset="1" style="stop-color:var(--s,hsl(240 100% 50%))"/></linearGradient>${box('fill="url(#g)"')}`,
  ],
  ['an invalid value behind a valid one', box('fill="red" style="fill:rgb(1 2)"')],
  [
    'unknown colors and an invalid function',
    `<g fill="blue">${box('fill="nosuch"')}<circle r="9" style="fill:red;fill:bad()"/></g>`,
  ],
  ['colors of filters', box('fill="red" style="filter:drop-shadow(2px 2px 0 rgba(0, 0, 255, .5))"')],
  ['colors of filters before the offset', box('fill="red" style="filter:drop-shadow(hsl(120deg 100% 25%) 2px 2px 0)"')],
  ['calculations', '<rect width="calc(100% - 10px)" style="height:calc(2 * (1em + 2px))" font-size="6"/>'],
  ['a calculated width of a line', '<path d="M0 20H40" stroke="red" style="stroke-width:min(20px, 1rem)"/>'],
  ['relative units', '<rect width="1rem" height="50vh"/>'],
  [
    'geometry in a style sheet',
    '<style>rect{x:5px;y:10px;width:calc(50%);height:20px}</style><rect width="40" height="40"/>',
  ],
  [
    'transforms in a style sheet',
    `<style>rect{transform:translate(5px,10px) scale(.5);transform-origin:4px 4px}</style>${box('')}`,
  ],
  [
    'a transform about a point',
    `<rect width="20" height="20" transform="rotate(30)" transform-origin="20 20"/><rect width="9" height="9" fill="red" transform="rotate(45 9 9)" style="transform-origin:50% center"/>`,
  ],
  [
    'a transform about the center of a view box',
    `<svg viewBox="10 10 80 80"><rect x="20" y="20" width="30" height="20" style="transform:rotate(.125turn);transform-origin:center"/></svg>`,
  ],
  [
    'media of a style element',
    `<style media="(prefers-color-scheme: dark)">rect{fill:red}</style><style media="screen">rect{stroke:blue}</style>${box('')}`,
  ],
  ['separate transforms', box('style="translate:2px 1px;rotate:10deg;scale:.8"')],
  [
    'markers of a path',
    `<marker id="m" markerUnits="userSpaceOnUse" markerWidth="20" markerHeight="20" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z" fill="var(--m,red)"/></marker><path d="M10 10H15" style="marker:url(#m)"/>`,
  ],
  [
    'selectors with namespaces',
    styled('@namespace s url(http://www.w3.org/2000/svg);s|rect{fill:red} *|svg:has(rect) .a{stroke:blue}'),
  ],
  [
    'queries for the size of the image',
    styled('@media (min-width:40px) and (max-height:40px){.a{fill:red}} @media not (min-width:41px){.a{stroke:blue}}'),
  ],
  ['system colors', box('fill="Canvas" stroke="LinkText"')],
  [
    'an SVG in an SVG',
    `<image width="40" height="40" href="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 10 10"><rect width="5" height="9" style="--c:oklch(0.6 0.15 30);fill:var(--c)"/></svg>')}"/>`,
  ],
  [
    'pseudo-classes',
    '<style>:is(rect):not(.b):nth-child(2n){fill:red} rect:last-child{fill:blue}</style><rect width="9" height="40"/><rect x="20" width="20" height="40"/>',
  ],
  ['specificity and importance', styled('#b,.a{fill:red} rect{fill:blue} rect{stroke:lime!important} .a{stroke:red}')],
  [
    'media queries',
    styled('@media print{.a{fill:red}} @media (prefers-color-scheme:dark){.a{fill:lime}} @media screen{.a{fill:blue}}'),
  ],
  ['nested rules', styled('svg{.a{fill:red} rect{stroke:blue}}')],
  ['the background of the root element', box('fill="rgb(0 0 0/.5)"'), 'style="background-color:#e8f0ff"'],
  [
    'a switch',
    `<switch><g requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"/>${box('fill="red"')}</switch><circle r="9"/>`,
  ],
  ['a switch by language', `<switch>${box('systemLanguage="xx" fill="red"')}${box('fill="lime"')}</switch>`],
  [
    'prefixed elements',
    '<g xmlns:s="http://www.w3.org/2000/svg"><s:rect width="40" height="20" style="fill:var(--x,red)"/></g>',
  ],
])('%s looks as in Chromium', async (_, content, root = '') => {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" ${root}>${content}</svg>`;
  const { raster } = await decodeImage(fileFromBytes('a.svg', new TextEncoder().encode(text)), { platform });
  const expected = await drawnByChromium(text, raster);
  // Compares premultiplied colors. The renderers compute the coverage of edge pixels differently.
  const alpha = (data: ArrayLike<number>, at: number) => (at % 4 === 3 ? 255 : (data[at | 3] as number));
  const far = expected.filter(
    (value, at) =>
      Math.abs(value * alpha(expected, at) - (raster.data[at] as number) * alpha(raster.data, at)) > 3 * 255,
  );
  expect(expected.some((value) => value > 0)).toBe(true);
  expect(far.length).toBeLessThan(100);
});

/** Returns the middle and the rows of what an area contains on its background. */
function inkIn(data: Uint8ClampedArray, width: number, [left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) {
  const at = (x: number, y: number) => (y * width + x) * 4;
  const differs = (x: number, y: number) =>
    [0, 1, 2].some(
      (channel) => Math.abs((data[at(x, y) + channel] as number) - (data[at(left, top) + channel] as number)) > 60,
    );
  const columns: number[] = [];
  const rows: number[] = [];
  for (let x = left; x < right; x++)
    for (let y = top; y < bottom; y++)
      if (differs(x, y)) {
        columns.push(x);
        rows.push(y);
      }
  const [first, last] = [Math.min(...rows), Math.max(...rows)];
  const inRow = new Set(rows);
  const lines = [...inRow].filter((y) => !inRow.has(y - 1) && !inRow.has(y - 2)).length;
  return { x: (Math.min(...columns) + Math.max(...columns)) / 2, y: (first + last) / 2, lines };
}

describe('labels in HTML are where Chromium draws them', () => {
  const plain = (html: string, css = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#eee"/><foreignObject width="200" height="100"><div xmlns="http://www.w3.org/1999/xhtml" style="font-family:Arial;${css}">${html}</div></foreignObject></svg>`;
  it.each([
    ['Mermaid, a node', mermaid, [82, 10, 218, 60]],
    ['Mermaid, an edge', mermaid, [137, 80, 163, 100]],
    ['Mermaid, two lines', mermaid, [62, 128, 238, 202]],
    ['Mermaid, wrapped lines', mermaid, [22, 232, 278, 328]],
    ['draw.io, two lines', drawio, [12, 12, 128, 68]],
    ['draw.io, wrapped lines', drawio, [164, 14, 286, 66]],
    ['draw.io, aligned left', drawio, [0, 80, 150, 120]],
    ['draw.io, blocks', drawio, [40, 160, 100, 220]],
    ['a block at the top', plain('hello'), [0, 0, 200, 100]],
    ['centered paragraphs', plain('<p>one</p><p>two</p>', 'text-align:center'), [0, 0, 200, 100]],
    [
      'text at the right with padding',
      plain('one<br/>two', 'text-align:right;padding:10px;font-size:20px'),
      [0, 0, 200, 100],
    ],
    ['a heading and a list', plain('<h3>Head</h3><ul><li>one</li><li>two</li></ul>'), [0, 0, 200, 100]],
    ['a centered grid', plain('<b>A</b>', 'display:grid;place-items:center;height:100px'), [0, 0, 200, 100]],
    [
      'a column',
      plain(
        '<div>one</div><div>two</div>',
        'display:flex;flex-direction:column;align-items:center;justify-content:flex-end;height:100px',
      ),
      [0, 0, 200, 100],
    ],
    [
      'Japanese',
      plain('日本語の文章を折り返して表示します', 'font-family:sans-serif;width:100px;line-height:1.5'),
      [0, 0, 200, 100],
    ],
    [
      'a cell of a table',
      plain(
        '<div style="display:table-cell;text-align:center;vertical-align:middle;font:bold 20px/1.5 Arial">one<br/>two</div>',
        'display:table;width:100%;height:100px',
      ),
      [0, 0, 200, 100],
    ],
    ['a word that is too long', plain('averyverylong a b', 'width:120px;font-size:24px'), [0, 30, 200, 100]],
    ['preformatted text', plain('a\n  b\nc', 'white-space:pre'), [0, 0, 200, 100]],
  ])('%s', async (_, text, area) => {
    const { raster } = await decodeImage(fileFromBytes('a.svg', new TextEncoder().encode(text)), { platform });
    const expected = inkIn(await drawnByChromium(text, raster), raster.width, area);
    const drawn = inkIn(raster.data, raster.width, area);
    expect(drawn.lines).toBe(expected.lines);
    // Chromium draws the labels in other fonts.
    expect(Math.abs(drawn.x - expected.x)).toBeLessThan(5);
    expect(Math.abs(drawn.y - expected.y)).toBeLessThan(4);
  });
});
