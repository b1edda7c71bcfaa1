import { type Element, HTML, isElement, ownText, type SvgDocument } from './document.ts';
import { edges, linesPart, markerText, type Part, pixels, RULE, rectangle, shift, stack } from './label-draw.ts';
import { breakLines, type Inline, lineHeightOf } from './label-lines.ts';
import type { Style, Styles, Value } from './styles.ts';

interface Space {
  readonly width: number;
  readonly height: number | undefined;
  /** True if the element is only as wide as its content. */
  readonly shrinks: boolean;
  /** True for a cell, which is as large as the table around it. */
  readonly isTable?: boolean;
}

/** Elements and values that need more than text on rectangles. */
const NOT_DRAWN =
  /^(?:img|svg|math|table|input|button|select|textarea|video|audio|iframe|canvas|object|embed|picture|meter|progress|details|ruby)$/;
const NOT_DRAWN_VALUE =
  /^(?:position: (?:absolute|fixed)|float: (?:left|right)|transform: .*\(|writing-mode: (?:v|s|tb)|background(?:-image)?: .*(?:url|gradient)\(|border(?:-[a-z]+)*: .*\b(?:solid|dashed|dotted|double)\b|(?:text|box)-shadow: (?!none)|opacity: (?!1$|100%)|text-transform: capitalize)/;

/** Share by which an estimated width may differ from a width that a program measured. */
const TOLERANCE = 0.15;

/** Lays out the HTML of a `foreignObject` as browsers do, as far as it is text in blocks, and draws it as SVG text. */
export class Labels {
  readonly #styles: Styles;
  readonly #namespaces: SvgDocument['namespaces'];
  #undrawn: string[] = [];
  /** Number of list items so far, by list. */
  readonly #items = new Map<unknown, number>();

  constructor(styles: Styles, namespaces: SvgDocument['namespaces']) {
    this.#styles = styles;
    this.#namespaces = namespaces;
  }

  /** Returns the SVG of a label, and the names of parts that could not be drawn. */
  draw(
    element: Element,
    values: ReadonlyMap<string, Value>,
    style: Style,
  ): { text: string; undrawn: readonly string[] } {
    this.#undrawn = [];
    this.#items.clear();
    const length = (name: string, base: number) => pixels(values.get(name)?.value, base, style.fontSize) ?? 0;
    const [across, down] = [style.viewport.width, style.viewport.height];
    const [width, height] = [length('width', across), length('height', down)];
    if (!(width > 0 && height > 0)) return { text: '', undrawn: [] };
    const part = this.#flow(element, style, { width, height, shrinks: false });
    return { text: part.draw(length('x', across), length('y', down), width), undrawn: this.#undrawn };
  }

  /** Lays out blocks below each other, and the text between them in lines. */
  #flow(element: Element, style: Style, space: Space): Part {
    const align = style.inherited['text-align'] ?? '';
    const parts: Part[] = [];
    let inline: Inline[] = [];
    const endLines = () => {
      const lines = breakLines(inline, space.width, style);
      if (lines.length > 0) parts.push(linesPart(lines, align));
      inline = [];
    };
    const visit = (parent: Element, outer: Style) => {
      for (const node of parent.children) {
        if (!isElement(node)) inline.push({ text: cased(ownText(node), outer), style: outer });
        else if (node.name === 'br') inline.push('break');
        else {
          const own = this.#styleOf(node, outer);
          if (!own) continue;
          if (isInline(node, own)) {
            const background = own.values.get('background-color')?.value ?? own.style.inherited.background ?? '';
            visit(node, { ...own.style, inherited: { ...own.style.inherited, background } });
          } else {
            endLines();
            parts.push(this.#block(node, own, { ...space, shrinks: false }));
          }
        }
      }
    };
    visit(element, style);
    endLines();
    return stack(parts, align);
  }

  /** Returns an element's style; `undefined` for elements that are hidden or can't be drawn. Notes the latter. */
  #styleOf(element: Element, outer: Style): HtmlStyle | undefined {
    const own = htmlStyle(this.#styles, element, outer);
    if (own.display === 'none' || own.style.inherited.visibility === 'hidden') return undefined;
    if (NOT_DRAWN.test(element.name) || this.#namespaces.get(element) !== HTML) {
      this.#undrawn.push(`<foreignObject> <${element.name}>`);
      return undefined;
    }
    for (const [name, { value }] of own.values) {
      const declaration = `${name}: ${value}`;
      if (NOT_DRAWN_VALUE.test(declaration) && element.name !== 'hr')
        this.#undrawn.push(`<foreignObject> ${declaration}`);
    }
    return own;
  }

  #block(element: Element, { values, style: own, display }: HtmlStyle, space: Space): Part {
    const style = { ...own, inherited: { ...own.inherited, background: '' } };
    const valueFor = (name: string) => values.get(name)?.value;
    const length = (name: string, base: number) => pixels(valueFor(name), base, style.fontSize);
    const padding = edges(valueFor, 'padding', space.width, style.fontSize);
    const margin = edges(valueFor, 'margin', space.width, style.fontSize);
    const [sides, ends] = [padding.left + padding.right, padding.top + padding.bottom];
    const isWhole = valueFor('box-sizing') === 'border-box';
    const given = length('width', space.width);
    const room = given === undefined ? space.width - margin.left - margin.right - sides : given - (isWhole ? sides : 0);
    const most = Math.max(0, Math.min(room, length('max-width', space.width) ?? room));
    const isCell = display === 'table-cell' && space.isTable === true;
    const givenHeight = length('height', space.height ?? 0) ?? (isCell ? space.height : undefined);
    const fixed = givenHeight === undefined ? undefined : Math.max(0, givenHeight - (isWhole ? ends : 0));
    const inner = { width: most, height: fixed, shrinks: false, isTable: display === 'table' };
    const content =
      element.name === 'hr'
        ? RULE
        : /(?:flex|grid)$/.test(display)
          ? this.#flexible(element, style, values, inner)
          : this.#flow(element, style, inner);
    const height = Math.max(fixed ?? content.height, length('min-height', space.height ?? 0) ?? 0);
    const isAligned = space.shrinks || display.startsWith('inline-');
    const isFitted = given === undefined && !isCell && (isAligned || display.startsWith('table'));
    const isClose = Math.abs(content.width - most) < most * TOLERANCE;
    const fitted = isClose ? most : Math.min(most, content.width);
    const width = isFitted || given === undefined ? fitted : most;
    const middle =
      display === 'table-cell' && valueFor('vertical-align') === 'middle' ? (height - content.height) / 2 : 0;
    const isCentered = /\bauto\b/.test(valueFor('margin') ?? '');
    const marker = element.name === 'li' ? this.#markerOf(element) : '';
    return {
      width: width + sides + margin.left + margin.right,
      height: height + ends,
      top: margin.top,
      bottom: margin.bottom,
      shrinks: isAligned,
      draw: (x, y, whole) => {
        const fills = !isFitted && given === undefined;
        const box = fills ? Math.min(whole - margin.left - margin.right, most + sides) : width + sides;
        const left = isCentered ? x + (whole - box) / 2 : x + margin.left;
        const top = y + padding.top + middle;
        const drawn = marker && markerText(marker, style, left, top, lineHeightOf(style));
        const back = rectangle(left, y, box, height + ends, valueFor('background-color'));
        return back + drawn + content.draw(left + padding.left, top, box - sides);
      },
    };
  }

  #markerOf({ parent }: Element): string {
    const number = (this.#items.get(parent) ?? 0) + 1;
    this.#items.set(parent, number);
    return parent && 'name' in parent && parent.name === 'ol' ? `${number}.` : '•';
  }

  /** Lays out a flex or grid container with one item, or with items below each other. */
  #flexible(element: Element, style: Style, values: ReadonlyMap<string, Value>, space: Space): Part {
    const keyword = (...names: string[]) =>
      names.map((name) => values.get(name)?.value).find((value) => value !== undefined) ?? '';
    const isGrid = keyword('display').includes('grid');
    const isColumn = keyword('flex-direction').startsWith('column');
    const cross = keyword('align-items', 'place-items');
    const main = isGrid
      ? keyword('justify-items', 'place-items', 'justify-content', 'place-content')
      : keyword('justify-content', 'place-content');
    const [horizontal, vertical] = isColumn ? [cross, main] : [main, cross];
    const shrinks = isColumn || isGrid ? !/^(?:normal|stretch)?$/.test(horizontal) : true;
    const parts = element.children.flatMap((node) => {
      if (isElement(node)) {
        const own = this.#styleOf(node, style);
        return own ? [this.#block(node, own, { ...space, shrinks })] : [];
      }
      const lines = breakLines([{ text: cased(ownText(node), style), style }], space.width, style);
      return lines.length > 0 ? [{ ...linesPart(lines, style.inherited['text-align'] ?? ''), shrinks }] : [];
    });
    if (parts.length > 1 && !isColumn) this.#undrawn.push(`<foreignObject> display: ${keyword('display')}`);
    const content = stack(parts, horizontal);
    const before = space.height === undefined ? 0 : shift(vertical, space.height - content.height);
    return { ...content, draw: (x, y, width) => content.draw(x, y + before, width) };
  }
}

function cased(text: string, { inherited }: Style): string {
  if (inherited['text-transform'] === 'uppercase') return text.toUpperCase();
  return inherited['text-transform'] === 'lowercase' ? text.toLowerCase() : text;
}

/** True for text in lines. An inline block is laid out as a block if it has nothing beside it. */
function isInline(element: Element, { display }: HtmlStyle): boolean {
  if (!display.startsWith('inline-')) return /^(?:inline|contents)$/.test(display);
  return (element.parent?.children ?? []).some((node) =>
    isElement(node) ? node !== element : ownText(node).trim() !== '',
  );
}

interface HtmlStyle {
  readonly values: ReadonlyMap<string, Value>;
  readonly style: Style;
  readonly display: string;
}

type Defaults = Readonly<Record<string, string>>;

const BLOCK: Defaults = { display: 'block' };
const BOLD: Defaults = { 'font-weight': 'bold' };
const ITALIC: Defaults = { 'font-style': 'italic' };
const UNDERLINE: Defaults = { 'text-decoration': 'underline' };
const STRUCK: Defaults = { 'text-decoration': 'line-through' };
const MONO: Defaults = { 'font-family': 'monospace' };
const heading = (size: string, margin: string): Defaults => ({ ...BLOCK, ...BOLD, 'font-size': size, margin });

/** Styles of HTML elements in browsers (HTML, 15.3). Font sizes are factors, and margins are vertical. */
const DEFAULTS: Readonly<Record<string, Defaults>> = {
  ...Object.fromEntries(
    ['html', 'body', 'div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'address', 'center'].map(
      (name) => [name, name === 'center' ? { ...BLOCK, 'text-align': 'center' } : BLOCK],
    ),
  ),
  p: { ...BLOCK, margin: '1em' },
  blockquote: { ...BLOCK, margin: '1em', 'padding-left': '40px' },
  ul: { ...BLOCK, margin: '1em', 'padding-left': '40px' },
  ol: { ...BLOCK, margin: '1em', 'padding-left': '40px' },
  li: BLOCK,
  hr: { ...BLOCK, margin: '0.5em' },
  pre: { ...BLOCK, ...MONO, margin: '1em', 'white-space': 'pre' },
  h1: heading('2', '0.67em'),
  h2: heading('1.5', '0.83em'),
  h3: heading('1.17', '1em'),
  h4: heading('1', '1.33em'),
  h5: heading('0.83', '1.67em'),
  h6: heading('0.67', '2.33em'),
  b: BOLD,
  strong: BOLD,
  i: ITALIC,
  em: ITALIC,
  cite: ITALIC,
  var: ITALIC,
  u: UNDERLINE,
  ins: UNDERLINE,
  s: STRUCK,
  strike: STRUCK,
  del: STRUCK,
  code: MONO,
  kbd: MONO,
  samp: MONO,
  tt: MONO,
  small: { 'font-size': '0.8333' },
  big: { 'font-size': '1.2' },
  sub: { 'font-size': '0.8333', 'vertical-align': 'sub' },
  sup: { 'font-size': '0.8333', 'vertical-align': 'super' },
  a: { ...UNDERLINE, color: 'rgb(0, 0, 238)' },
  style: { display: 'none' },
  script: { display: 'none' },
  title: { display: 'none' },
  template: { display: 'none' },
};

/** Pixels of the `size` attribute of `font` elements (HTML, 15.3.4). */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];

const OWN_INHERITED = ['font-family', 'font-style', 'font-weight', 'text-align', 'white-space', 'color'];

/** Computes the style of an HTML element with the defaults of browsers. */
function htmlStyle(styles: Styles, element: Element, parent: Style): HtmlStyle {
  const { values, style } = styles.compute(element, parent);
  const defaults: Defaults = element.name === 'a' && !element.attribs.href ? {} : (DEFAULTS[element.name] ?? {});
  const value = (name: string) => values.get(name)?.value ?? defaults[name];
  const inherited: Record<string, string> = { ...style.inherited };
  for (const name of OWN_INHERITED) {
    const byDefault = defaults[name];
    if (byDefault !== undefined && !values.has(name)) inherited[name] = byDefault;
  }
  let { fontSize } = style;
  if (!values.has('font-size')) fontSize *= Number(defaults['font-size'] ?? 1);
  if (element.name === 'font') {
    const size = FONT_SIZES[Number(element.attribs.size) - 1];
    if (size !== undefined && !values.has('font-size')) fontSize = size;
    if (element.attribs.face && !values.has('font-family')) inherited['font-family'] = element.attribs.face;
  }
  const align = element.attribs.align?.toLowerCase();
  if (align && !values.has('text-align')) inherited['text-align'] = align;
  // Lines of an element are drawn on its children, too, which can't remove them.
  const lines = [parent.inherited['text-decoration'], value('text-decoration-line') ?? value('text-decoration')];
  inherited['text-decoration'] = ['underline', 'line-through', 'overline']
    .filter((each) => lines.some((line) => line?.includes(each)))
    .join(' ');
  const shift = value('vertical-align');
  if (shift === 'sub' || shift === 'super') inherited['baseline-shift'] = shift;
  const margin = defaults.margin;
  const all = new Map(values);
  const add = (name: string, byDefault: string) => {
    if (!all.has(name)) all.set(name, { value: byDefault, isAttribute: false });
  };
  if (margin !== undefined && !all.has('margin')) {
    add('margin-top', `${Number.parseFloat(margin) * fontSize}px`);
    add('margin-bottom', `${Number.parseFloat(margin) * fontSize}px`);
  }
  if (defaults['padding-left'] && !all.has('padding')) add('padding-left', defaults['padding-left']);
  return { values: all, style: { ...style, fontSize, inherited }, display: value('display') ?? 'inline' };
}
