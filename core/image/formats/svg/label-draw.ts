import { escapeXml } from './document.ts';
import type { Line } from './label-lines.ts';
import type { Style } from './styles.ts';

/** A laid out part of a label. Sizes are in pixels. */
export interface Part {
  /** Width of the content without line breaks at the end of the available width. */
  readonly width: number;
  readonly height: number;
  /** Margins. */
  readonly top: number;
  readonly bottom: number;
  /** True for a part that is as wide as its content and aligned in the width of its parent. */
  readonly shrinks: boolean;
  draw(x: number, y: number, width: number): string;
}

/** Vertical distance of the baseline from the middle of a line in em: half the difference of ascent and descent. */
const BASELINE = 0.35;

/** Returns the free space before a part for a keyword of CSS alignment. */
export function shift(keyword: string, room: number): number {
  if (/center|space-(?:around|evenly)/.test(keyword)) return room / 2;
  return /end|right/.test(keyword) ? room : 0;
}

/** Places parts below each other. Their margins collapse. */
export function stack(parts: readonly Part[], align: string): Part {
  let [height, before] = [0, 0];
  const places = parts.map((part) => {
    const y = height + Math.max(before, part.top);
    height = y + part.height;
    before = part.bottom;
    return y;
  });
  return {
    width: widest(parts),
    height: height + before,
    top: 0,
    bottom: 0,
    shrinks: false,
    draw: (x, y, width) =>
      parts
        .map((part, at) => {
          const own = part.shrinks ? part.width : width;
          return part.draw(x + shift(align, width - own), y + (places[at] as number), own);
        })
        .join(''),
  };
}

export function linesPart(lines: readonly Line[], align: string): Part {
  return {
    width: widest(lines),
    height: lines.reduce((sum, { height }) => sum + height, 0),
    top: 0,
    bottom: 0,
    shrinks: false,
    draw: (x, y, width) => {
      let top = y;
      return lines
        .map((line) => {
          const drawn = lineText(line, x, top, width, align);
          top += line.height;
          return drawn;
        })
        .join('');
    },
  };
}

const widest = (parts: readonly { readonly width: number }[]): number =>
  parts.reduce((most, { width }) => Math.max(most, width), 0);

/** The line of an `hr` element. */
export const RULE: Part = {
  width: 0,
  height: 1,
  top: 0,
  bottom: 0,
  shrinks: false,
  draw: (x, y, width) => rectangle(x, y, width, 1, 'rgb(128, 128, 128)'),
};

export function rectangle(x: number, y: number, width: number, height: number, color: string | undefined): string {
  if (!color || /^rgba\(.*, 0\)$/.test(color) || !(width > 0 && height > 0)) return '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" style="fill:${color};stroke:none"/>`;
}

function lineText(
  { units, width, height, fontSize }: Line,
  x: number,
  top: number,
  whole: number,
  align: string,
): string {
  if (units.length === 0) return '';
  const y = top + height / 2 + BASELINE * fontSize;
  let left = x + shift(align, whole - width);
  let [backgrounds, spans] = ['', ''];
  for (const [at, { text, style, width: own }] of units.entries()) {
    const size = style.fontSize * 1.15;
    backgrounds += rectangle(left, top + (height - size) / 2, own, size, style.inherited.background);
    left += own;
    if (style !== units[at - 1]?.style) spans += `${spans && '</tspan>'}<tspan style="${textStyle(style)}">`;
    spans += escapeXml(text);
  }
  const anchor = { 0: 'start', 1: 'middle', 2: 'end' }[shift(align, 2)] ?? 'start';
  const attributes = `x="${round(x + shift(align, whole))}" y="${round(y)}" text-anchor="${anchor}" dominant-baseline="auto"`;
  return `${backgrounds}<text ${attributes} xml:space="preserve">${spans}</tspan></text>`;
}

const TEXT_STYLES = ['font-family', 'font-weight', 'font-style', 'text-decoration', 'baseline-shift', 'letter-spacing'];

function textStyle({ inherited, fontSize }: Style): string {
  const set = TEXT_STYLES.filter((name) => inherited[name]).map((name) => `${name}:${inherited[name]}`);
  const style = [`fill:${inherited.color}`, 'stroke:none', `font-size:${round(fontSize)}px`, ...set].join(';');
  return escapeXml(style.replaceAll('"', "'"));
}

/** Draws the marker of a list item left of its first line. */
export function markerText(marker: string, style: Style, x: number, top: number, lineHeight: number): string {
  const y = top + lineHeight / 2 + BASELINE * style.fontSize;
  return `<text x="${round(x - (marker === '•' ? 7 : 4))}" y="${round(y)}" text-anchor="end" dominant-baseline="auto" style="${textStyle(style)}">${marker}</text>`;
}

const round = (value: number) => Math.round(value * 1000) / 1000;

const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+))(px|pt|em|%|)$/i;

/** Converts a length to pixels; `undefined` for keywords. */
export function pixels(value: string | undefined, percentBase: number, em: number): number | undefined {
  const [, number, unit = ''] = LENGTH.exec(value?.trim() ?? '') ?? [];
  const factor = { px: 1, '': 1, pt: 4 / 3, em, '%': percentBase / 100 }[unit.toLowerCase()] ?? 1;
  return number === undefined ? undefined : Number(number) * factor;
}

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Reads `margin` or `padding` and their longhands. */
export function edges(
  valueFor: (name: string) => string | undefined,
  name: string,
  base: number,
  em: number,
): Record<(typeof SIDES)[number], number> {
  const [top = '0', right = top, bottom = top, left = right] = valueFor(name)?.split(/\s+/) ?? [];
  const short = { top, right, bottom, left };
  const side = (each: (typeof SIDES)[number]) => pixels(valueFor(`${name}-${each}`) ?? short[each], base, em) ?? 0;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
