import { startsWith } from '../../../base/bytes.ts';
import { MAX_SVG_HEAD_BYTES } from '../../../base/limits.ts';
import { decodeLatin1, decodeUtf8OrLatin1, decodeUtf16 } from '../../../base/text-encoding.ts';
import type { Size } from '../../../geometry/point.ts';
import type { FoundHeader } from '../image-format.ts';

interface SvgRoot {
  readonly start: number;
  readonly nameEnd: number;
  /** Offset of the `>` or `/>` at the end of the start tag of the SVG's root element. */
  readonly end: number;
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** True if the root element of an XML file is `svg`. */
export function isSvg(bytes: Uint8Array): boolean {
  const text = headText(bytes);
  return text !== undefined && rootName(text) !== undefined;
}

/** Reads an SVG's size in CSS pixels as browsers do: `width` and `height`, else the view box, else 300 × 150. */
export function readSvgHeader(bytes: Uint8Array): FoundHeader | undefined {
  const text = headText(bytes);
  const root = text === undefined ? undefined : findRoot(text);
  const size = root && sizeOf(root);
  return size && { ...size, channels: 4, mayHaveAlpha: true };
}

export interface SizedSvg extends Size {
  readonly text: string;
  /** The XML before the root element. */
  readonly head: string;
}

/** Returns the SVG's XML with width and height set to whole pixels for resvg; `undefined` for unreadable XML. */
export function sizedSvg(bytes: Uint8Array): SizedSvg | undefined {
  const text = svgText(bytes);
  const root = findRoot(text);
  const size = root && sizeOf(root);
  if (!size) return undefined;
  const head = text.slice(0, root.start);
  const otherAttributes = root.attributes
    .filter(({ name }) => name !== 'width' && name !== 'height')
    .map(({ start, end }) => text.slice(start, end));
  const tag = [
    text.slice(root.start, root.nameEnd),
    `width="${size.width}" height="${size.height}"`,
    ...otherAttributes,
  ];
  return { ...size, head, text: head + tag.join(' ') + text.slice(root.end) };
}

/** True if the SVG sets `writing-mode` to a vertical value. resvg places such text wrongly (resvg issue 890). */
export const hasVerticalText = (bytes: Uint8Array): boolean =>
  /writing-mode\s{0,99}[:=]\s{0,99}["']?\s{0,99}(?:tb|vertical|sideways)/i.test(svgText(bytes));

const isUtf16 = (bytes: Uint8Array) => startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
const UTF8_MARK = [0xef, 0xbb, 0xbf];

/** Decodes the start of a possible XML file. Markup is ASCII, so Latin-1 decodes every encoding except UTF-16. */
function headText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, MAX_SVG_HEAD_BYTES);
  if (isUtf16(head)) return decodeUtf16(head, true).trimStart();
  let at = startsWith(head, UTF8_MARK) ? UTF8_MARK.length : 0;
  while (isSpace(head[at])) at++;
  return head[at] === 0x3c ? decodeLatin1(head.subarray(at)) : undefined;
}

/** True for the white space characters of XML (XML 1.0, 2.3). */
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 9 || byte === 10 || byte === 13;

const LATIN1 = /^<\?xml[^>]{1,200}encoding\s*=\s*["'](?:iso-8859-1|windows-1252|us-ascii)["']/i;

function svgText(bytes: Uint8Array): string {
  if (isUtf16(bytes)) return decodeUtf16(bytes, true).trimStart();
  const isLatin1 = LATIN1.test(headText(bytes)?.slice(0, 256) ?? '');
  const body = startsWith(bytes, UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
  return (isLatin1 ? decodeLatin1(body) : decodeUtf8OrLatin1(body)).trimStart();
}

const SPACE = /\s*/y;
const NAME = /<(?:[\w.-]+:)?svg(?=[\s/>])/y;
const ATTRIBUTE = /\s*([^\s=/>"'<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*\/?>/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Returns the offsets of the root tag `svg` and of the end of its name; `undefined` for another root element. */
function rootName(text: string): { start: number; nameEnd: number } | undefined {
  let at = 0;
  for (;;) {
    at += matchAt(SPACE, text, at)?.[0].length ?? 0;
    let end: number;
    if (text.startsWith('<?', at)) end = behind(text, '?>', at + 2);
    else if (text.startsWith('<!--', at)) end = behind(text, '-->', at + 4);
    else if (text.startsWith('<!DOCTYPE', at)) end = behindDoctype(text, at + 9);
    else {
      const name = matchAt(NAME, text, at);
      return name ? { start: at, nameEnd: at + name[0].length } : undefined;
    }
    if (end < 0) return undefined;
    at = end;
  }
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** Returns the offset after a DOCTYPE with quoted literals, comments and internal subset (XML 1.0, 2.8). */
function behindDoctype(text: string, from: number): number {
  let isInside = false;
  for (let at = from; at >= 0 && at < text.length; ) {
    const character = text[at] as string;
    if (character === '"' || character === "'") at = behind(text, character, at + 1);
    else if (text.startsWith('<!--', at)) at = behind(text, '-->', at + 4);
    else {
      if (character === '>' && !isInside) return at + 1;
      if (character === '[') isInside = true;
      else if (character === ']') isInside = false;
      at++;
    }
  }
  return -1;
}

function findRoot(text: string): SvgRoot | undefined {
  const name = rootName(text);
  if (!name || name.nameEnd > MAX_SVG_HEAD_BYTES) return undefined;
  const { attributes, end } = readAttributes(text, name.nameEnd);
  return matchAt(TAG_END, text, end) ? { ...name, end, attributes } : undefined;
}

/** Reads the attributes of a tag after its name. Returns also the offset after the last attribute. */
export function readAttributes(text: string, from: number): Pick<SvgRoot, 'attributes' | 'end'> {
  const attributes: Attribute[] = [];
  let at = from;
  for (let found = matchAt(ATTRIBUTE, text, at); found; found = matchAt(ATTRIBUTE, text, at)) {
    const [whole, name = '', quoted, single] = found;
    const end = at + whole.length;
    attributes.push({ name, value: quoted ?? single ?? '', start: end - whole.trimStart().length, end });
    at = end;
  }
  return { attributes, end: at };
}

/** Default size of an SVG without width, height and view box (CSS 2, 10.3.2). */
const DEFAULT_SIZE: Size = { width: 300, height: 150 };

function sizeOf({ attributes }: SvgRoot): Size | undefined {
  const attribute = (wanted: string) => attributes.find(({ name }) => name === wanted)?.value;
  const width = pixels(attribute('width'));
  const height = pixels(attribute('height'));
  const box = viewBox(attribute('viewBox'));
  const size = {
    width: width ?? (box ? (height === undefined ? box.width : (height * box.width) / box.height) : DEFAULT_SIZE.width),
    height:
      height ?? (box ? (width === undefined ? box.height : (width * box.height) / box.width) : DEFAULT_SIZE.height),
  };
  // Browsers don't render an SVG with a width or height of zero (SVG 2, 8.2).
  if (!(size.width > 0 && size.height > 0 && Number.isFinite(size.width * size.height))) return undefined;
  return { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) };
}

/** CSS pixels per unit of length. Units relative to the font size use the default font size of browsers, 16 px. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};

/** Maximum characters of a length in an SVG attribute, which limits the time of regular expressions. */
const MAX_LENGTH_CHARACTERS = 64;

/** Converts a length in an SVG to CSS pixels; returns `undefined` for other values, such as percentages. */
function pixels(value: string | undefined): number | undefined {
  if (value === undefined || value.length > MAX_LENGTH_CHARACTERS) return undefined;
  const [, number, unit = ''] = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(value) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

function viewBox(value: string | undefined): Size | undefined {
  if (value === undefined || value.length > 4 * MAX_LENGTH_CHARACTERS) return undefined;
  const numbers = value.trim().split(/[\s,]+/);
  const [, , width = 0, height = 0] = numbers.map(Number);
  return numbers.length === 4 && width > 0 && height > 0 ? { width, height } : undefined;
}
