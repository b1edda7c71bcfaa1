import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const app = resolve(import.meta.dirname, '../../app');
const read = (ending: RegExp) =>
  readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => withConstants(readFileSync(resolve(app, name), 'utf8')))
    .join('\n');

/** Replaces constants in selectors by their values: with `const OPEN = 'data-open'`, `[${OPEN}]` → `[data-open]`. */
const withConstants = (code: string) =>
  [...code.matchAll(/const (\w+) = '(data-[a-z-]+)'/g)].reduce(
    (filled, [, name, value]) => filled.replaceAll(`\${${name}}`, value as string),
    code,
  );

const kebab = (name: string) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const found = (source: string, pattern: RegExp, nameOf = (name: string) => name) =>
  [...source.matchAll(pattern)].map(([, name]) => nameOf(name as string));

/** Returns the data attributes that a source file sets, and those that the file or its style sheets read. */
function dataAttributes(code: string, css: string): { readonly set: Set<string>; readonly asked: Set<string> } {
  return {
    set: new Set([
      ...found(code, /\s(data-[a-z-]+)(?=[=\s/>])/g),
      ...found(code, /['"`](data-[a-z-]+)['"`]\s*[:,\]]/g),
      ...found(code, /\bdataset\.(\w+)\s*=(?!=)/g, kebab),
    ]),
    asked: new Set([
      ...found(css, /\[(data-[a-z-]+)/g),
      ...found(code, /\[(data-[a-z-]+)[\]=^~|*$]/g),
      ...found(code, /\b(?:get|has)Attribute\(['"](data-[a-z-]+)/g),
      ...found(code, /(?<!delete [\w.]*)\bdataset\.(\w+)\b(?!\s*=(?!=))/g, kebab),
    ]),
  };
}

describe('data attributes', () => {
  it('are collected from code and style sheets, both where set and where read', () => {
    const code = `
      <div data-one={1} data-two data-four="">
      { 'data-three': true }; delete element.dataset.seven;
      element.dataset.fiveSix = ''; element.dataset.seven = '';
      querySelector('[data-one="1"]'); use(element.dataset.fiveSix === '');`;
    const { set, asked } = dataAttributes(code, '.box[data-two] {}');
    expect([...set].sort()).toEqual(['data-five-six', 'data-four', 'data-one', 'data-seven', 'data-three', 'data-two']);
    expect([...asked].sort()).toEqual(['data-five-six', 'data-one', 'data-two']);
  });

  it('of the page are all read by style sheets or code, so none exists only for tests', () => {
    const { set, asked } = dataAttributes(read(/\.tsx?$/), read(/\.css$/));
    expect(set.size).toBeGreaterThan(10);
    expect([...set].filter((name) => !asked.has(name))).toEqual([]);
  });
});
