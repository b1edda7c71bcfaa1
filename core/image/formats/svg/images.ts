import { ascii } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../../base/limits.ts';
import { decodeLatin1 } from '../../../base/text-encoding.ts';
import type { ReadHeader } from '../image-format.ts';
import { readAttributes, sizedSvg } from './svg.ts';

/** Maximum nesting of SVGs in images of SVGs; resvg draws one level. */
const MAX_DEPTH = 4;

/** Maximum nesting of elements; resvg refuses more than 1,024 levels. */
const MAX_ELEMENT_DEPTH = 1100;

/** Maximum nesting of entities; resvg refuses deeper entities. */
const MAX_ENTITY_DEPTH = 16;

/** Elements whose content is drawn only where another element refers to it. */
const DEFINITIONS = ['defs', 'symbol', 'pattern', 'mask', 'clipPath', 'marker', 'filter'];

/** Attributes whose reference applies to the whole element, and not to each element inside. */
const NOT_INHERITED = ['mask', 'filter', 'clip-path'];

const NAME = /<(?:[\w.-]+:)?([\w.-]+)/y;
const URL_REFERENCE = /url\(\s{0,9}["']?#([^)"'\s]{1,200})/g;

interface Reference {
  readonly id: string;
  readonly isInherited: boolean;
  readonly times: number;
}

/** An element with the images and references to other elements that are drawn with it. */
interface Node {
  readonly isDefinition: boolean;
  readonly pixels: number;
  readonly references: Reference[];
  readonly children: Node[];
  /** Number of elements inside the element, itself included, which inherit its fill. */
  elements: number;
}

type PixelsOf = (image: Uint8Array) => number;

/**
 * Counts the pixels of the images in an SVG that are decoded while it is drawn: data URLs, images of nested SVGs, and
 * images that `use` elements, patterns, markers, masks and filters repeat. Counts rather too many than too few.
 * @throws FudebakoError `imageWork` for entities that expand to more bytes than an SVG may have; `imageLoad`
 */
export function embeddedPixels(bytes: Uint8Array, readHeader: ReadHeader, depth = 0): number {
  const svg = depth <= MAX_DEPTH && mayHaveImages(bytes) ? sizedSvg(bytes) : undefined;
  if (!svg) return 0;
  const pixelsOf = (image: Uint8Array): number => {
    const header = readHeader(image);
    if (header?.format === 'svg') return embeddedPixels(image, readHeader, depth + 1);
    return header ? header.width * header.height : 0;
  };
  const text = expandEntities(svg.head, svg.text.slice(svg.head.length));
  const byId = new Map<string, Node>();
  return weigh(readElements(text, pixelsOf, byId), byId, new Map());
}

/** False if an SVG has no data URL: `data:`, `&` of a reference that hides these letters, or UTF-16, in which they differ. */
function mayHaveImages(bytes: Uint8Array): boolean {
  if (bytes.includes(0x26) || bytes.includes(0)) return true;
  for (let at = bytes.indexOf(0x3a); at >= 0; at = bytes.indexOf(0x3a, at + 1))
    if (ascii(bytes, at - 4, 4).toLowerCase() === 'data') return true;
  return false;
}

/** Reads the elements up to the first markup that is no XML, which resvg refuses. Takes linear time. */
function readElements(text: string, pixelsOf: PixelsOf, byId: Map<string, Node>): Node {
  const root: Node = { isDefinition: false, pixels: 0, references: [], children: [], elements: 1 };
  const open = [root];
  const close = () => {
    const closed = open.length > 1 ? open.pop() : undefined;
    if (closed) (open.at(-1) as Node).elements += closed.elements;
  };
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const end = markupEnd(text, at);
    if (end === undefined) break;
    NAME.lastIndex = at;
    const found = NAME.exec(text);
    if (text[at + 1] === '/') close();
    else if (found) {
      const [head, name = ''] = found;
      const node = readElement(name, readAttributes(text, at + head.length).attributes, pixelsOf, byId);
      (open.at(-1) as Node).children.push(node);
      if (open.push(node) > MAX_ELEMENT_DEPTH) throw new FudebakoError('imageLoad', { reason: 'damaged' });
      if (text[end - 2] === '/') close();
      else if (name === 'style') root.references.push(...styleReferences(text, end));
    }
    at = end;
  }
  while (open.length > 1) close();
  return root;
}

/** Returns the offset after a tag, comment, CDATA section or processing instruction. */
function markupEnd(text: string, start: number): number | undefined {
  const behind = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? undefined : at + mark.length;
  };
  if (text.startsWith('<!--', start)) return behind('-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return behind(']]>', start + 9);
  if (text.startsWith('<?', start)) return behind('?>', start + 2);
  for (let at: number | undefined = start + 1; at !== undefined && at < text.length; ) {
    const character = text[at] as string;
    if (character === '>') return at + 1;
    at = character === '"' || character === "'" ? behind(character, at + 1) : at + 1;
  }
  return undefined;
}

/** Returns the references of a style sheet, which may apply a pattern to every element and a marker to every point. */
function styleReferences(text: string, start: number): Reference[] {
  const next = text.indexOf('<', start);
  const end = text.startsWith('<![CDATA[', next) ? markupEnd(text, next) : next;
  const style = text.slice(start, end);
  const times = style.includes('marker') ? text.length : 1;
  return referencesIn(style).map((id) => ({ id, isInherited: true, times }));
}

const referencesIn = (value: string) => [...value.matchAll(URL_REFERENCE)].map(([, id = '']) => id);

function readElement(
  name: string,
  attributes: ReturnType<typeof readAttributes>['attributes'],
  pixelsOf: PixelsOf,
  byId: Map<string, Node>,
): Node {
  const references = new Map<string, Reference>();
  let [pixels, id] = [0, ''];
  // A marker is drawn at each point of a path, of which there are fewer than characters.
  const points = attributes.reduce((most, { value }) => Math.max(most, value.length), 1);
  for (const attribute of attributes) {
    const value = decodeCharacters(attribute.value);
    const local = attribute.name.slice(attribute.name.indexOf(':') + 1);
    if (attribute.name === 'id') id = value;
    else if (local !== 'href')
      for (const target of referencesIn(value)) {
        const times = attribute.name.startsWith('marker') || value.includes('marker') ? points : 1;
        references.set(`${attribute.name} ${target}`, {
          id: target,
          isInherited: !NOT_INHERITED.includes(attribute.name),
          times,
        });
      }
    // Programs often write both `href` and `xlink:href`, of which one is used.
    else if (value.trim().startsWith('#'))
      references.set(value, { id: value.trim().slice(1), isInherited: false, times: 1 });
    else pixels = Math.max(pixels, dataPixels(value, pixelsOf));
  }
  const isDefinition = DEFINITIONS.includes(name);
  const node: Node = { isDefinition, pixels, references: [...references.values()], children: [], elements: 1 };
  if (id) byId.set(id, node);
  return node;
}

/** Sums up the pixels that are drawn with a node. A reference to an element that contains itself is not drawn. */
function weigh(node: Node, byId: ReadonlyMap<string, Node>, known: Map<Node, number>): number {
  const before = known.get(node);
  if (before !== undefined) return before;
  known.set(node, 0);
  let pixels = node.pixels;
  for (const child of node.children) {
    const own = weigh(child, byId, known);
    if (!child.isDefinition) pixels += own;
  }
  for (const { id, isInherited, times } of node.references) {
    const target = byId.get(id);
    if (target) pixels += weigh(target, byId, known) * times * (isInherited ? node.elements : 1);
  }
  known.set(node, pixels);
  return pixels;
}

/** Returns the content of a data URL; `undefined` for other URLs. */
export function dataUrlBytes(value: string): Uint8Array<ArrayBuffer> | undefined {
  const url = value.replace(/[\t\n\r]/g, '').trim();
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma < 0) return undefined;
  const content = url.slice(comma + 1);
  const isBase64 = /;\s{0,9}base64\s{0,9}$/i.test(url.slice(Math.max(0, comma - 40), comma));
  return isBase64 ? decodeBase64(content) : percentDecoded(decodeLatin1(new TextEncoder().encode(content)));
}

function dataPixels(value: string, pixelsOf: PixelsOf): number {
  const bytes = dataUrlBytes(value);
  return bytes ? pixelsOf(bytes) : 0;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Decodes base64 as tolerantly as resvg: ignores all other characters, and a missing end. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let [value, bits, length] = [0, 0, 0];
  for (const byte of percentDecoded(text)) {
    const digit = DIGITS[byte] as number;
    if (digit < 0) continue;
    value = ((value << 6) | digit) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (value >> bits) & 255;
  }
  return bytes.slice(0, length);
}

const DIGITS = Int8Array.from({ length: 256 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));

function percentDecoded(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Replaces character references and predefined entities (XML 1.0, 4.1 and 4.6). */
const decodeCharacters = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
        (whole, hex?: string, decimal?: string, name = '') => {
          const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
          if (Number.isInteger(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
          return NAMED[name] ?? whole;
        },
      )
    : text;

/** Expands entities that the DOCTYPE declares (XML 1.0, 4.2). Throws FudebakoError `imageWork` for too long text. */
export function expandEntities(head: string, body: string): string {
  const declared = new Map<string, string>();
  for (const [, name = '', double, single] of head.matchAll(/<!ENTITY\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)')/g))
    if (!declared.has(name)) declared.set(name, decodeCharacters(double ?? single ?? ''));
  if (declared.size === 0) return body;
  let budget = MAX_SVG_BYTES;
  const expand = (part: string, outer: number): string =>
    part.replace(/&([\w.:-]{1,200});/g, (whole, name: string) => {
      const value = declared.get(name);
      if (value === undefined || outer === MAX_ENTITY_DEPTH) return whole;
      budget -= value.length + 1;
      if (budget < 0) throw new FudebakoError('imageWork');
      return expand(value, outer + 1);
    });
  return expand(body, 0);
}
