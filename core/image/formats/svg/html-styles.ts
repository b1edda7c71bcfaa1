import type { Element } from './document.ts';
import type { Style, Styles, Value } from './styles.ts';

export interface HtmlStyle {
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
export function htmlStyle(styles: Styles, element: Element, parent: Style): HtmlStyle {
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
