import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Returns the project files that each file imports, including types. */
function importsOf(folder: string): Map<string, readonly string[]> {
  const files = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(resolve(root, file), 'utf8'), true, true);
      const targets = importedFiles.flatMap(({ fileName }) => {
        const path = fileName.replace(/\?.*$/, '');
        if (path.startsWith('#')) return [path.slice(1)];
        return path.startsWith('.') ? [relative(root, resolve(root, dirname(file), path))] : [];
      });
      return [file, targets.filter((target) => existsSync(resolve(root, target)))];
    }),
  );
}

/** Returns files that import each other, directly or indirectly (Tarjan's strongly connected components). */
function circlesOf(imports: Map<string, readonly string[]>): string[][] {
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const [stack, circles]: [string[], string[][]] = [[], []];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) as number);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(next) as number));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** The folders of the page; each may import the following ones. */
const PAGE = [['routes'], ['features'], ['preview'], ['parts'], ['state'], ['platform']];

/** The folders of core. The error codes are the keys of their sentences, so `base` and `words` are on one level. */
const CORE = [
  ['workers', 'recipes'],
  ['operations'],
  ['text', 'inspect'],
  ['video', 'player'],
  ['audio'],
  ['operation.ts'],
  ['container-guard', 'editing'],
  ['shapes'],
  ['image'],
  ['fonts', 'geometry'],
  ['parameters', 'wasm'],
  ['platform'],
  ['base', 'words'],
];

/** Tools' manifests: data that every folder of the page may import. They import only icons and each other. */
const isManifest = (file: string) => /^app\/features\/(?:catalog|manifest|[\w-]+\/(?:[\w-]+\.)?tool)\.ts$/.test(file);

/** Returns imports from a folder to a preceding one. */
function upward(imports: Map<string, readonly string[]>, rooms: readonly (readonly string[])[]): string[] {
  const levelOf = (file: string) => rooms.findIndex((names) => names.includes(file.split('/')[1] ?? ''));
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => !isManifest(target))
      .filter((target) => levelOf(file) >= 0 && levelOf(target) >= 0 && levelOf(target) < levelOf(file))
      .map((target) => `${file} → ${target}`),
  );
}

describe('imports', () => {
  const app = importsOf('app');
  const core = importsOf('core');

  it('form no cycle in the page', () => {
    expect(circlesOf(app)).toEqual([]);
  });

  it('form no cycle in core', () => {
    expect(circlesOf(core)).toEqual([]);
  });

  it('between folders of the page follow the declared order', () => {
    expect(upward(app, PAGE)).toEqual([]);
  });

  it('between folders of core follow the declared order, which lists every folder', () => {
    expect(upward(core, CORE)).toEqual([]);
    const rooms = new Set([...core.keys()].map((file) => file.split('/')[1]));
    expect(rooms).toEqual(new Set(CORE.flat()));
  });

  it('leave the shell to the routes: no tool or part imports it', () => {
    const known = [...app].flatMap(([file, targets]) =>
      ['features', 'parts', 'preview', 'state', 'platform'].includes(file.split('/')[1] ?? '')
        ? targets.filter((target) => target.startsWith('app/shell/')).map((target) => `${file} → ${target}`)
        : [],
    );
    expect(known).toEqual([]);
  });

  it('never lead from a tool manifest to the code of a tool', () => {
    const manifests = [...app].filter(([file]) => isManifest(file));
    expect(manifests.length).toBeGreaterThan(15);
    const outward = manifests.flatMap(([file, targets]) =>
      targets
        .filter((target) => target.startsWith('app/') && !isManifest(target) && !target.endsWith('/set-elsewhere.ts'))
        .map((target) => `${file} → ${target}`),
    );
    expect(outward).toEqual([]);
  });

  it('never lead from core to the page or the command', () => {
    const outward = [...core].flatMap(([file, targets]) =>
      targets.filter((target) => !target.startsWith('core/')).map((target) => `${file} → ${target}`),
    );
    expect(outward).toEqual([]);
  });

  it('of two files that import each other are found', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circlesOf(circle)).toEqual([['a', 'b', 'c']]);
  });
});
