import { rgbaOf } from '../base/color.ts';
import { boxHeight, boxWidth } from '../geometry/box.ts';
import { svgNumber, svgPathData } from '../geometry/path.ts';
import { IDENTITY, type Matrix, type Point } from '../geometry/point.ts';
import { MITER_LIMIT, type Repeat, type Scene, type SceneItem, type Stroke, strokeCap, strokeLines } from './scene.ts';

export interface SvgOptions {
  /** Returns the URL of the shape image with the given key, usually a data URL. */
  readonly imageHref?: (key: string) => string | undefined;
  readonly background?: { readonly color: string } | { readonly href: string };
}

/** Converts a scene to an SVG 1.1 document. Copies of a shape are references, so 10,000 copies take little space. */
export function sceneToSvg(scene: Scene, { imageHref, background }: SvgOptions = {}): string {
  const size = `width="${scene.width}" height="${scene.height}"`;
  const body = scene.items.map((item, index) => svgItem(item, index, imageHref));
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"',
    ` ${size} viewBox="0 0 ${scene.width} ${scene.height}">\n`,
    background ? svgBackground(background, size) : '',
    ...body,
    '</svg>\n',
  ].join('');
}

function svgBackground(background: NonNullable<SvgOptions['background']>, size: string): string {
  return 'color' in background
    ? `<rect ${size} ${paint('fill', background.color)}/>\n`
    : `<image ${size} preserveAspectRatio="none" ${href(background.href)}/>\n`;
}

function svgItem(item: SceneItem, index: number, imageHref: SvgOptions['imageHref']): string {
  const [first, second] = item.repeats;
  const original = `<g${transform(item.matrix)}>${svgShape(item, index, imageHref)}${svgText(item)}</g>`;
  const run = svgCopies(original, first, `shape${index}`);
  const copies = svgCopies(run, second, `run${index}`);
  return `${item.blend ? `<g style="mix-blend-mode:${item.blend}">${copies}</g>` : copies}\n`;
}

function svgCopies(original: string, { count, x, y }: Repeat, id: string): string {
  if (count === 1) return original;
  const copies = Array.from({ length: count - 1 }, (_, index) => {
    const at: Point = { x: (index + 1) * x, y: (index + 1) * y };
    return `<use ${href(`#${id}`)} x="${svgNumber(at.x)}" y="${svgNumber(at.y)}"/>`;
  });
  return `<g><g id="${id}">${original}</g>${copies.join('')}</g>`;
}

function svgShape(item: SceneItem, index: number, imageHref: SvgOptions['imageHref']): string {
  const d = `d="${svgPathData(item.path)}"`;
  const source = item.image && imageHref?.(item.image.key);
  const fill = paint('fill', item.fill);
  const stroke = item.stroke ? strokeAttributes(item.stroke) : '';
  const lines = strokeLines(item).map(({ path, dash }) => {
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map(svgNumber).join(' ')}"` : '';
    return `<path d="${svgPathData(path)}" fill="none"${stroke}${dashes}/>`;
  });
  if (!item.image || !source)
    return item.stroke?.heads || item.stroke?.dash
      ? [item.fill ? `<path ${d} ${fill}/>` : '', ...lines].join('')
      : `<path ${d} ${fill}${stroke}/>`;
  const { box } = item.image;
  const place = `x="${svgNumber(box.left)}" y="${svgNumber(box.top)}" width="${svgNumber(boxWidth(box))}" height="${svgNumber(boxHeight(box))}"`;
  return [
    item.fill ? `<path ${d} ${fill}/>` : '',
    `<clipPath id="clip${index}"><path ${d}/></clipPath>`,
    `<g clip-path="url(#clip${index})"><image ${place} preserveAspectRatio="none" ${href(source)}/></g>`,
    ...lines,
  ].join('');
}

function svgText({ text }: SceneItem): string {
  if (!text) return '';
  const emoji = text.emoji.map(({ text: character, x, y, sizePx }) => {
    const place = `x="${svgNumber(x)}" y="${svgNumber(y)}" font-size="${svgNumber(sizePx)}"`;
    return `<text ${place} text-anchor="middle" dominant-baseline="central">${character}</text>`;
  });
  return [`<path d="${svgPathData(text.path)}" ${paint('fill', text.color)}/>`, ...emoji].join('');
}

function strokeAttributes(stroke: Stroke): string {
  const { color, width, join } = stroke;
  const cap = strokeCap(stroke) === 'round' ? ' stroke-linecap="round"' : '';
  const ends = join === 'round' ? cap : ` stroke-miterlimit="${MITER_LIMIT}"${cap}`;
  return ` ${paint('stroke', color)} stroke-width="${width}" stroke-linejoin="${join}"${ends}`;
}

function transform(matrix: Matrix): string {
  return matrix === IDENTITY
    ? ''
    : ` transform="matrix(${matrix.map((value) => Math.round(value * 1e8) / 1e8).join(' ')})"`;
}

/** Returns color and opacity as two SVG attributes, because colors in SVG 1.1 have no alpha. */
function paint(attribute: 'fill' | 'stroke', color: string | undefined): string {
  if (!color) return `${attribute}="none"`;
  const [red, green, blue, alpha] = rgbaOf(color);
  const digits = [red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('');
  const opacity = alpha < 255 ? ` ${attribute}-opacity="${svgNumber(alpha / 255)}"` : '';
  return `${attribute}="#${digits}"${opacity}`;
}

function href(address: string): string {
  return `xlink:href="${address.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')}"`;
}
