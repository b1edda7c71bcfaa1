import { FudebakoError } from '../../../base/errors.ts';
import { decodeLatin1 } from '../../../base/text-encoding.ts';
import type { Size } from '../../../geometry/point.ts';
import {
  Budget,
  type Element,
  elementsIn,
  escapeXml,
  HTML,
  isElement,
  ownText,
  readDocument,
  SVG,
  type SvgDocument,
} from './document.ts';
import { dataUrlBytes, expandEntities } from './images.ts';
import { Labels } from './label.ts';
import { mayLackParts, needsRewriting } from './needs.ts';
import { GEOMETRY, type Style, Styles, type Value } from './styles.ts';
import { type SizedSvg, sizedSvg } from './svg.ts';
import { attributeTransform } from './transform.ts';

export interface PreparedSvg {
  /** The SVG with all styles in attributes, without entities and without elements that resvg doesn't draw. */
  readonly text: string;
  /** Color behind the SVG. */
  readonly background: string | undefined;
  /** What isn't drawn, or not as in browsers, as it is written in the SVG. */
  readonly undrawn: readonly string[];
}

/** Maximum copies of elements that `use` elements draw in other styles. */
const MAX_COPIES = 1000;

/** Maximum nesting of such copies. */
const MAX_COPY_DEPTH = 8;

/** Elements that are not drawn and that resvg doesn't need. */
const SKIPPED = ['style', 'script', 'metadata', 'title', 'desc'];

/** Elements that browsers draw and resvg doesn't. */
const UNKNOWN = ['audio', 'video', 'canvas', 'iframe'];

/** Rewrites an SVG for resvg. Throws FudebakoError `imageLoad` for XML that is cut off, `imageWork` for endless values. */
export function prepareSvg(svg: SizedSvg, isNested = false, budget = new Budget()): PreparedSvg {
  const document = readDocument(expandEntities(svg.head, svg.text.slice(svg.head.length)));
  return new Preparation(document, svg, isNested, budget).run();
}

class Preparation {
  readonly #document: SvgDocument;
  readonly #isNested: boolean;
  readonly #budget: Budget;
  readonly #styles: Styles;
  readonly #labels: Labels;
  readonly #undrawn = new Set<string>();
  readonly #byId = new Map<string, Element>();
  readonly #known = new Map<Element, Style>();
  /** Number of hidden elements around the current element. */
  #hidden = 0;
  #copies = 0;
  #copyDepth = 0;
  #background: string | undefined;

  constructor(document: SvgDocument, size: Size, isNested: boolean, budget: Budget) {
    this.#document = document;
    this.#isNested = isNested;
    this.#budget = budget;
    this.#styles = new Styles(document, size, budget, (name) => this.#undrawn.add(name));
    this.#labels = new Labels(this.#styles, document.namespaces);
    this.#index(document.root);
  }

  run(): PreparedSvg {
    const text = this.#write(this.#document.root, this.#styles.initial);
    return { text, background: this.#background, undrawn: [...this.#undrawn] };
  }

  #index(element: Element): void {
    const { id } = element.attribs;
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element);
    for (const child of elementsIn(element)) this.#index(child);
  }

  /** Writes an element and its content. `id` replaces the IDs of a copy. */
  #write(element: Element, parent: Style, id?: string): string {
    const { name } = element;
    if (this.#document.namespaces.get(element) !== SVG || SKIPPED.includes(name) || !applies(element)) return '';
    const { values, style } = this.#styles.compute(element, parent);
    const isHidden = values.get('display')?.value === 'none';
    if (isHidden) this.#hidden++;
    if (this.#hidden === 0 && style.inherited.visibility !== 'hidden') this.#nameUndrawn(element, values, style);
    const written = this.#writeStyled(element, values, style, id);
    if (isHidden) this.#hidden--;
    return written;
  }

  #writeStyled(element: Element, values: ReadonlyMap<string, Value>, style: Style, id: string | undefined): string {
    const { name, attribs } = element;
    if (UNKNOWN.includes(name)) return '';
    const isRoot = element === this.#document.root;
    const inner = name === 'svg' || name === 'symbol' ? { ...style, viewport: viewportOf(attribs, style) } : style;
    const changed = this.#attributes(element, values, style, isRoot);
    if (this.#copyDepth > 0) changed.delete('id');
    if (id !== undefined) changed.set('id', id);
    if (name === 'image' || name === 'feImage') this.#prepareImage(changed);
    const before = name === 'use' ? this.#copyOf(element, style, changed) : '';
    const content = this.#content(element, values, inner);
    const tag = name === 'switch' || name === 'foreignObject' ? 'g' : name;
    const attributes = [...changed].map(([each, value]) => ` ${each}="${escapeXml(value)}"`).join('');
    const written = `${before}<${tag}${attributes}>${content}</${tag}>`;
    if (this.#copyDepth > 0) {
      this.#budget.spend(written.length);
    }
    return written;
  }

  /** Rewrites an SVG in a data URL. */
  #prepareImage(attributes: Map<string, string>): void {
    const [name, url = ''] = [...attributes].find(([each]) => /^(?:xlink:)?href$/.test(each)) ?? [];
    const bytes = !this.#isNested && /^\s*data:image\/svg/i.test(url) ? dataUrlBytes(url) : undefined;
    const svg = bytes && sizedSvg(bytes);
    if (name === undefined || !svg) return;
    const prepared = this.#prepareNested(svg);
    if (prepared && needsRewriting(svg.text))
      attributes.set(name, `data:image/svg+xml;base64,${btoa(decodeLatin1(new TextEncoder().encode(prepared.text)))}`);
    // resvg draws no text in an SVG in a data URL.
    const hasText = /<(?:[\w.-]{1,99}:)?text[\s>]/.test(prepared?.text ?? svg.text);
    const undrawn = [...(prepared?.undrawn ?? []), ...(hasText ? ['<image> data:image/svg+xml <text>'] : [])];
    if (this.#hidden === 0) for (const each of undrawn) this.#undrawn.add(each);
  }

  #prepareNested(svg: SizedSvg): PreparedSvg | undefined {
    if (!needsRewriting(svg.text) && !mayLackParts(svg.text)) return undefined;
    try {
      return prepareSvg(svg, true, this.#budget);
    } catch (error) {
      // Neither browsers nor resvg draw a damaged image in an SVG.
      if (error instanceof FudebakoError && error.code === 'imageLoad') return undefined;
      throw error;
    }
  }

  #content(element: Element, values: ReadonlyMap<string, Value>, style: Style): string {
    if (element.name === 'switch') return this.#chosen(element, style);
    if (element.name === 'foreignObject') {
      const { text, undrawn } = this.#labels.draw(element, values, style);
      if (this.#hidden === 0) for (const name of undrawn) this.#undrawn.add(name);
      return text;
    }
    return element.children
      .map((node) => (isElement(node) ? this.#write(node, style) : escapeXml(ownText(node))))
      .join('');
  }

  /** Writes the first child of a `switch` whose conditions hold, or the next one if it is HTML that can't be drawn. */
  #chosen(element: Element, style: Style): string {
    const [first, ...others] = elementsIn(element).filter(applies);
    if (!first) return '';
    const [next] = others;
    if (first.name !== 'foreignObject' || !next) return this.#write(first, style);
    const { values, style: own } = this.#styles.compute(first, style);
    const { undrawn } = this.#labels.draw(first, values, own);
    if (undrawn.length === 0) return this.#write(first, style);
    // Programs write an image of the label, which is complete, or its first words.
    if (next.name !== 'image' && this.#hidden === 0) for (const name of undrawn) this.#undrawn.add(name);
    return this.#write(next, style);
  }

  #attributes(
    element: Element,
    values: ReadonlyMap<string, Value>,
    { viewport }: Style,
    isRoot: boolean,
  ): Map<string, string> {
    const attributes = new Map<string, string>();
    if (isRoot) attributes.set('xmlns', SVG).set('xmlns:xlink', 'http://www.w3.org/1999/xlink');
    for (const [name, value] of Object.entries(element.attribs)) {
      const local = name.slice(name.indexOf(':') + 1);
      if (name.startsWith('xml:')) attributes.set(name, value);
      else if (name.includes(':')) {
        if (local === 'href') attributes.set('xlink:href', value);
      } else if (!DROPPED.test(name)) {
        if (!this.#styles.isStyled(name) || values.get(name)?.isAttribute || isSized(name, isRoot))
          attributes.set(name, value);
      }
    }
    const styles: string[] = [];
    for (const [name, { value, isAttribute }] of values) {
      if (isAttribute || isSized(name, isRoot)) continue;
      if (name === 'background-color') {
        if (isRoot) this.#background = value;
      } else if (name === 'd') attributes.set(name, /^path\(\s*["']([^"']*)["']\s*\)$/.exec(value)?.[1] ?? '');
      else if (GEOMETRY.includes(name) || this.#styles.isLength(name)) attributes.set(name, value);
      else if (!name.startsWith('transform') && !TRANSFORMS.includes(name) && name !== 'color-scheme')
        styles.push(`${name}:${value.replaceAll('"', "'")}`);
    }
    const transform = transformOf(values, viewport);
    if (transform !== undefined) attributes.set('transform', transform);
    // resvg's own default is 12 px.
    if (isRoot && !values.has('font-size')) styles.push('font-size:16px');
    if (styles.length > 0) attributes.set('style', styles.join(';'));
    return attributes;
  }

  /**
   * Writes a copy of the element that a `use` element draws, if custom properties have other values there than in
   * the element's own place, and lets `attributes` refer to the copy.
   */
  #copyOf(element: Element, style: Style, attributes: Map<string, string>): string {
    const name = attributes.has('href') ? 'href' : 'xlink:href';
    const target = this.#byId.get(attributes.get(name)?.trim().replace(/^#/, '') ?? '');
    if (!target || this.#copyDepth === MAX_COPY_DEPTH || this.#copies === MAX_COPIES) return '';
    const own = target.parent && isElement(target.parent) ? this.#styleOf(target.parent) : this.#styles.initial;
    if (isSame(own.custom, style.custom) || contains(target, element)) return '';
    this.#copies++;
    this.#copyDepth++;
    const id = `fudebako-copy-${this.#copies}`;
    const copy = this.#write(target, { ...style, viewport: own.viewport }, id);
    this.#copyDepth--;
    attributes.set(name, `#${id}`);
    return `<defs>${copy}</defs>`;
  }

  #styleOf(element: Element): Style {
    const known = this.#known.get(element);
    if (known) return known;
    const parent = element.parent && isElement(element.parent) ? this.#styleOf(element.parent) : this.#styles.initial;
    const { style } = this.#styles.compute(element, parent);
    this.#known.set(element, style);
    return style;
  }

  #nameUndrawn(element: Element, values: ReadonlyMap<string, Value>, { viewport }: Style): void {
    const { name, attribs } = element;
    if (UNKNOWN.includes(name)) this.#undrawn.add(`<${name}>`);
    const [, address] = Object.entries(attribs).find(([each]) => /^(?:\w+:)?href$/.test(each)) ?? [];
    const isExternal = address !== undefined && !/^\s*(?:#|data:|$)/i.test(address);
    if (isExternal && ['image', 'feImage', 'use'].includes(name)) this.#undrawn.add(`<${name}> ${address.trim()}`);
    for (const [property, { value }] of values) {
      const isContext = value.startsWith('context-');
      const isMask = property.startsWith('mask') && /gradient\(/i.test(value);
      const isShape = property === 'clip-path' && /^[a-z-]+\(/i.test(value) && !/^url\(/i.test(value);
      const isImage =
        property.startsWith('background') && /url\(|gradient\(/i.test(value) && element === this.#document.root;
      const isTransform =
        ['transform', 'translate', 'rotate', 'scale'].includes(property) &&
        isConverted(values) &&
        transformOf(values, viewport) === undefined;
      if (isMask || isContext || isShape || isImage || isTransform) this.#undrawn.add(`${property}: ${value}`);
    }
  }
}

/** True for a transform that isn't the one of the attribute alone. */
const isConverted = (values: ReadonlyMap<string, Value>): boolean =>
  values.get('transform')?.isAttribute === false || TRANSFORMS.some((name) => values.has(name));

/** Properties that change the coordinates of an element in addition to `transform`, in order. */
const TRANSFORMS = ['transform-origin', 'translate', 'rotate', 'scale'];

/** Returns the transform of a style sheet, or one about an origin; `undefined` if it refers to the element's box. */
function transformOf(values: ReadonlyMap<string, Value>, viewport: Style['viewport']): string | undefined {
  const [, ...single] = TRANSFORMS;
  const functions = single.flatMap((name) => (isSet(values.get(name)) ? [`${name}(${values.get(name)?.value})`] : []));
  const own = values.get('transform');
  const transform = [...functions, ...(isSet(own) ? [own?.value] : [])].join(' ') || own?.value;
  const isOwnBox = /^(?:fill|content|stroke|border)-box$/.test(values.get('transform-box')?.value ?? '');
  if (transform === undefined || isOwnBox || !isConverted(values)) return undefined;
  return attributeTransform(transform, values.get('transform-origin')?.value, viewport);
}

const isSet = (value: Value | undefined): boolean => value !== undefined && value.value !== 'none';

/** Attributes that the written SVG doesn't need, because it has no style sheet and no conditions. */
const DROPPED = /^(?:style|class|xmlns|transform-origin|requiredFeatures|requiredExtensions|systemLanguage)$|:/;

const isSized = (name: string, isRoot: boolean) => isRoot && (name === 'width' || name === 'height');

/** True if an element's conditions hold (SVG 2, 5.9). `requiredFeatures` is no condition any more. */
function applies({ attribs: { systemLanguage, requiredExtensions } }: Element): boolean {
  const languages = systemLanguage?.split(',').map((each) => each.trim().toLowerCase());
  if (languages && !languages.some((each) => each === 'en' || each.startsWith('en-'))) return false;
  return requiredExtensions === undefined || requiredExtensions.trim() === HTML;
}

function viewportOf(attribs: Element['attribs'], { viewport }: Style): Style['viewport'] {
  const [, , width = 0, height = 0] = (attribs.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (width > 0 && height > 0) return { width, height };
  const side = (value: string | undefined, whole: number) => {
    const [, number = '100', percent = value === undefined ? '%' : ''] = /^\s*([\d.]+)(%?)/.exec(value ?? '') ?? [];
    return percent ? (Number(number) * whole) / 100 : Number(number);
  };
  return { width: side(attribs.width, viewport.width), height: side(attribs.height, viewport.height) };
}

const isSame = (one: Style['custom'], other: Style['custom']) =>
  one === other || (one.size === other.size && [...one].every(([name, value]) => other.get(name) === value));

function contains(outer: Element, inner: Element): boolean {
  for (let each: Element['parent'] = inner; each; each = each.parent) if (each === outer) return true;
  return false;
}
