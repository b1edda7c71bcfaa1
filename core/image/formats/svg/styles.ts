import { compile } from 'css-select';
import { type Budget, type Element, elementsIn, type SvgDocument, textIn } from './document.ts';
import { type Declaration, parseDeclarations, parseStyleSheet } from './style-sheet.ts';
import { type Custom, plainColor, plainLengths, plainPaint, plainShadows, type Units, Variables } from './values.ts';

/** Inherited properties that `prepareSvg` reads: CSS values, with font sizes in pixels. */
type Inherited = Readonly<Record<string, string>>;

export interface Style {
  readonly custom: Custom;
  readonly inherited: Inherited;
  readonly fontSize: number;
  /** Size of the nearest viewport in user units. */
  readonly viewport: { readonly width: number; readonly height: number };
}

/** A value of a property, and whether an attribute of this name states it in the same words. */
export interface Value {
  readonly value: string;
  readonly isAttribute: boolean;
}

interface CompiledRule {
  readonly matches: (element: Element) => boolean;
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}

const PAINTS = ['fill', 'stroke'];
const COLORS = ['color', 'stop-color', 'flood-color', 'lighting-color', 'background-color'];
const HORIZONTAL = ['x', 'width', 'cx', 'rx', 'x1', 'x2', 'dx', 'fx', 'markerWidth', 'refX'];
const VERTICAL = ['y', 'height', 'cy', 'ry', 'y1', 'y2', 'dy', 'fy', 'markerHeight', 'refY'];

/** Attributes whose value may be a calculation. */
const LENGTHS = [...HORIZONTAL, ...VERTICAL, 'r', 'offset', 'stdDeviation'];

/** Attributes that are also CSS properties (SVG 2, 6.6), except geometry and `transform`. */
const PRESENTATION =
  /^(?:alignment-baseline|baseline-shift|clip(?:-path|-rule)?|color(?:-.*)?|direction|display|dominant-baseline|fill(?:-.*)?|filter|flood-.*|font(?:-.*)?|image-rendering|letter-spacing|lighting-color|marker(?:-.*)?|mask(?:-type)?|opacity|overflow|paint-order|shape-rendering|stop-.*|stroke(?:-.*)?|text-.*|transform-origin|visibility|word-spacing|writing-mode)$/;

/** Geometry properties, which resvg reads only from attributes. */
export const GEOMETRY = ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd'];

const INHERITED = [
  'color',
  'color-scheme',
  'font-family',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'text-align',
  'text-transform',
  'visibility',
  'white-space',
  'word-break',
  'overflow-wrap',
];

/** Properties that `unset` inherits. For others, `unset` is the initial value. */
const isInherited = (name: string) =>
  INHERITED.includes(name) || /^(?:fill|stroke|font|text|marker|clip-rule)/.test(name);

/** Font sizes of CSS keywords in pixels. */
const SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** Computes the styles of an SVG's elements, as far as resvg can't compute them. */
export class Styles {
  readonly #rules: readonly CompiledRule[];
  readonly #variables: Variables;
  readonly #size: { readonly width: number; readonly height: number };
  #rootFontSize = SIZES.medium as number;

  constructor(
    { root }: SvgDocument,
    size: { readonly width: number; readonly height: number },
    budget: Budget,
    report: (name: string) => void,
  ) {
    this.#variables = new Variables(budget);
    this.#size = size;
    this.#rules = styleSheets(root)
      .flatMap((css) => parseStyleSheet(css, size, budget, report))
      .flatMap(({ selector, specificity, declarations }) => {
        const matches = matcher(selector);
        if (!matches && !STATE.test(selector)) report(selector);
        return matches ? [{ matches, specificity, declarations }] : [];
      })
      .sort((a, b) => a.specificity - b.specificity);
  }

  /** True if an attribute takes part in the cascade. */
  isStyled(name: string): boolean {
    return PRESENTATION.test(name) || this.isLength(name) || name === 'd' || name === 'transform';
  }

  isLength(name: string): boolean {
    return LENGTHS.includes(name);
  }

  /** Style around the root element. */
  get initial(): Style {
    return {
      custom: new Map(),
      inherited: { color: 'rgb(0, 0, 0)' },
      fontSize: SIZES.medium as number,
      viewport: this.#size,
    };
  }

  /** Returns the values that apply to an element, and the style that its children inherit. */
  compute(element: Element, parent: Style): { readonly values: ReadonlyMap<string, Value>; readonly style: Style } {
    const declared = this.#declarations(element);
    const custom = this.#variables.compute(
      new Map(declared.flatMap(({ name, value }) => (name.startsWith('--') ? [[name, value] as const] : []))),
      parent.custom,
    );
    const byName = new Map<string, string[]>();
    for (const { name, value } of declared)
      if (!name.startsWith('--')) {
        const others = byName.get(name);
        if (others) others.push(value);
        else byName.set(name, [value]);
      }
    const values = new Map<string, Value>();
    const add = (
      name: string,
      style: Pick<Style, 'inherited' | 'fontSize'>,
      plain: (value: string) => string | undefined,
    ) => {
      const found = this.#winner(name, byName.get(name) ?? [], custom, plain, style.inherited);
      if (found === undefined) return;
      values.set(name, { value: found, isAttribute: element.attribs[name]?.trim() === found });
    };
    const isDark = (inherited: Inherited) => /^(?:only\s+)?dark(?:\s+only)?$/i.test(inherited['color-scheme'] ?? '');
    // The font size and the color come first, because values of other properties refer to them.
    add('color-scheme', parent, (value) => value);
    const scheme = { ...parent.inherited, ...pick(values, ['color-scheme']) };
    const units = (em: number, percent: number): Units => ({ em, rem: this.#rootFontSize, percent, ...this.#size });
    add('font-size', parent, (value) => plainLengths(value, units(parent.fontSize, parent.fontSize)));
    const fontSize = sizeOf(values.get('font-size')?.value, parent.fontSize);
    if (!element.parent || !('attribs' in element.parent)) this.#rootFontSize = fontSize;
    add('color', parent, (value) => {
      const color = plainColor(value, parent.inherited.color as string, isDark(scheme));
      return color === 'currentColor' ? 'inherit' : color;
    });
    const own = values.get('color')?.value;
    const color = own === undefined || own === 'inherit' ? (parent.inherited.color as string) : own;
    const viewport = parent.viewport;
    const dark = isDark(scheme);
    for (const name of byName.keys()) {
      if (values.has(name)) continue;
      add(name, { inherited: parent.inherited, fontSize }, (value) => {
        if (PAINTS.includes(name)) return plainPaint(value, color, dark);
        if (COLORS.includes(name)) return plainColor(value, color, dark);
        const lengths = plainLengths(value, units(fontSize, percentBase(name, viewport)));
        return name === 'filter' && lengths !== undefined ? plainShadows(lengths, color, dark) : lengths;
      });
    }
    const inherited = { ...parent.inherited, ...pick(values, INHERITED), color };
    return { values, style: { custom, inherited, fontSize, viewport } };
  }

  /** Returns declarations in ascending order of precedence (CSS Cascade 4, 6.1). Attributes come first. */
  #declarations(element: Element): Declaration[] {
    const attributes = Object.entries(element.attribs).flatMap(([name, value]) =>
      this.isStyled(name) ? [{ name, value: value.trim(), important: false }] : [],
    );
    const rules = this.#rules.flatMap(({ matches, declarations }) => (matches(element) ? declarations : []));
    const all = [...attributes, ...rules, ...parseDeclarations(element.attribs.style ?? '')].flatMap(longhands);
    return [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)];
  }

  /** Returns the last valid value; `undefined` if a property has its inherited or initial value. */
  #winner(
    name: string,
    candidates: readonly string[],
    custom: Custom,
    plain: (value: string) => string | undefined,
    inherited: Inherited,
  ): string | undefined {
    for (const value of candidates.toReversed()) {
      const keyword = value.toLowerCase();
      if (keyword === 'unset' || keyword === 'revert' || keyword === 'revert-layer') return undefined;
      if (keyword === 'initial') return isInherited(name) ? initialOf(name) : undefined;
      if (keyword === 'inherit') return inherited[name] ?? 'inherit';
      const substituted = this.#variables.substitute(value, (each) => custom.get(each));
      // A value with a missing variable is invalid only when it is computed, which hides the other candidates.
      if (substituted === undefined) return undefined;
      const result = plain(substituted.trim());
      if (result !== undefined) return result;
      if (substituted !== value) return undefined;
    }
    return undefined;
  }
}

const initialOf = (name: string) =>
  ({ fill: 'rgb(0, 0, 0)', stroke: 'none', color: 'rgb(0, 0, 0)', 'stroke-width': '1', 'font-size': '16px' })[name];

const pick = (values: ReadonlyMap<string, Value>, names: readonly string[]): Inherited =>
  Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name)?.value as string]] : [])));

const FONT =
  /^((?:[a-z-]+\s+|[1-9]00\s+){0,4})([\d.]+[a-z%]{1,4}|[a-z-]+)(?:\s*\/\s*([\w.%]+))?\s+((?:["']|[a-z]).*)$/i;

/** Splits shorthands as far as core reads them. */
function longhands(declaration: Declaration): Declaration[] {
  if (declaration.name === 'font') {
    const [, styles = '', size, lineHeight = 'normal', family] = FONT.exec(declaration.value) ?? [];
    if (size === undefined || family === undefined) return [declaration];
    const longhand = (name: string, value: string) => ({ ...declaration, name, value });
    return [
      longhand('font-style', /\b(?:italic|oblique)\b/i.exec(styles)?.[0] ?? 'normal'),
      longhand('font-weight', /\b(?:bold(?:er)?|lighter|[1-9]00)\b/i.exec(styles)?.[0] ?? 'normal'),
      longhand('font-size', size),
      longhand('line-height', lineHeight),
      longhand('font-family', family),
    ];
  }
  if (declaration.name === 'marker')
    return ['start', 'mid', 'end'].map((each) => ({ ...declaration, name: `marker-${each}` }));
  if (declaration.name !== 'background' || /url\(|gradient/i.test(declaration.value)) return [declaration];
  return [{ ...declaration, name: 'background-color' }];
}

function percentBase(name: string, { width, height }: { readonly width: number; readonly height: number }): number {
  if (HORIZONTAL.includes(name)) return width;
  return VERTICAL.includes(name) ? height : Math.hypot(width, height) / Math.SQRT2;
}

/** Converts a font size to pixels. */
function sizeOf(value: string | undefined, parent: number): number {
  const [, number, unit = ''] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(px|pt|em|%|)$/i.exec(value?.trim() ?? '') ?? [];
  const factor = { px: 1, '': 1, pt: 4 / 3, em: parent, '%': parent / 100 }[unit.toLowerCase()];
  if (number !== undefined && factor !== undefined) return Number(number) * factor;
  if (value === 'larger') return parent * 1.2;
  return value === 'smaller' ? parent / 1.2 : (SIZES[value ?? ''] ?? parent);
}

/** Pseudo-elements and states, which an image doesn't have. */
const STATE = /::|:(?:before|after|first-l|hover|active|focus|visited|target|checked|-)/;

/** Returns the test of a selector; `undefined` for invalid selectors, whose rules don't apply. */
function matcher(selector: string): ((element: Element) => boolean) | undefined {
  try {
    // All namespaces count as one, as the document's elements have only their local names.
    const local = selector.replace(/[\w*-]{0,99}\|(?!=)/g, '');
    return compile(local, { xmlMode: true }) as (element: Element) => boolean;
  } catch {
    return undefined;
  }
}

function styleSheets(element: Element): string[] {
  if (element.name === 'style') {
    const { type = '', media } = element.attribs;
    if (!/^(?:text\/css)?$/i.test(type)) return [];
    return [media === undefined ? textIn(element) : `@media ${media}{${textIn(element)}}`];
  }
  return elementsIn(element).flatMap(styleSheets);
}
