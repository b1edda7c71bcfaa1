import { DomHandler, Parser } from 'htmlparser2';
import { FudebakoError } from '../../../base/errors.ts';
import { MAX_SVG_BYTES } from '../../../base/limits.ts';

type Node = DomHandler['root']['children'][number];
export type Element = Extract<Node, { attribs: unknown }>;

export const SVG = 'http://www.w3.org/2000/svg';
export const HTML = 'http://www.w3.org/1999/xhtml';

/** Maximum nesting of elements; resvg refuses more than 1,024 levels. */
const MAX_DEPTH = 1000;

export interface SvgDocument {
  readonly root: Element;
  readonly namespaces: ReadonlyMap<Element, string>;
}

export const isElement = (node: Node): node is Element => 'attribs' in node;

export const elementsIn = (parent: { readonly children: Node[] }): Element[] => parent.children.filter(isElement);

/** Returns a node's text; empty for comments and other nodes that are not drawn. */
export const ownText = (node: Node): string => {
  if (node.type === 'text') return node.data;
  return 'children' in node && !isElement(node) ? node.children.map(ownText).join('') : '';
};

export const textIn = (parent: { readonly children: Node[] }): string =>
  parent.children.map((node) => (isElement(node) ? textIn(node) : ownText(node))).join('');

/** Reads an element's XML, gives elements their local names, and finds their namespaces. Throws `imageLoad`. */
export function readDocument(text: string): SvgDocument {
  const handler = new DomHandler();
  const damaged = () => new FudebakoError('imageLoad', { reason: 'damaged' });
  let depth = 0;
  const parser = new Parser(
    {
      onparserinit: (each) => handler.onparserinit(each),
      onopentag: (name, attributes) => {
        if (++depth > MAX_DEPTH) throw damaged();
        handler.onopentag(name, attributes);
      },
      onclosetag: (_, isImplied) => {
        // Refuses elements without an end tag, as resvg does: the file is cut off. `<a/>` ends itself.
        if (isImplied && !text.startsWith('/>', parser.endIndex - 1)) throw damaged();
        depth--;
        handler.onclosetag();
      },
      ontext: (data) => handler.ontext(data),
      oncdatastart: () => handler.oncdatastart(),
      oncdataend: () => handler.oncdataend(),
      onend: () => handler.onend(),
    },
    { xmlMode: true },
  );
  parser.end(text);
  const root = handler.root.children.find(isElement);
  if (!root) throw damaged();
  const namespaces = new Map<Element, string>();
  nameElements(root, new Map(), namespaces);
  return { root, namespaces };
}

function nameElements(element: Element, outer: ReadonlyMap<string, string>, namespaces: Map<Element, string>): void {
  const declared = Object.entries(element.attribs).filter(([name]) => /^xmlns(?::|$)/.test(name));
  const prefixes = declared.length > 0 ? new Map(outer) : outer;
  for (const [name, value] of declared) (prefixes as Map<string, string>).set(name.slice('xmlns:'.length), value);
  const colon = element.name.indexOf(':');
  const namespace = prefixes.get(element.name.slice(0, Math.max(colon, 0))) ?? '';
  element.name = element.name.slice(colon + 1);
  namespaces.set(element, namespace);
  for (const child of elementsIn(element)) nameElements(child, prefixes, namespaces);
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPED[character] as string);

/** Bounds the text that all variables, selectors and copies in a file produce together. */
export class Budget {
  #left = MAX_SVG_BYTES;

  /** Throws FudebakoError `imageWork` when the budget is spent. */
  spend(characters: number): void {
    this.#left -= characters;
    if (this.#left < 0) throw new FudebakoError('imageWork');
  }
}
