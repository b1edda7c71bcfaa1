import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

// Writes and changes source files for `npm run new-operation` and `npm run new-tool`.

const root = resolve(import.meta.dirname, '../..');

export const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export const camelCase = (id: string): string => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const titleOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

export function fail(reason: string): never {
  console.error(reason);
  process.exit(2);
}

export const exists = (path: string): boolean => existsSync(resolve(root, path));

export function write(path: string, content: string): void {
  mkdirSync(dirname(resolve(root, path)), { recursive: true });
  writeFileSync(resolve(root, path), content);
  console.log(`created ${path}`);
}

export function edit(path: string, change: (source: string) => string): void {
  const file = resolve(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  console.log(`changed ${path}`);
}

/** Inserts an import after the last import from the same folder. */
export function insertImport(source: string, line: string): string {
  const last = source.lastIndexOf("from './");
  const end = source.indexOf('\n', last) + 1;
  return `${source.slice(0, end)}${line}\n${source.slice(end)}`;
}

export function insertBefore(source: string, anchor: RegExp, text: string): string {
  const at = source.search(anchor);
  if (at < 0) fail(`${anchor} not found`);
  return source.slice(0, at) + text + source.slice(at);
}
