import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';

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

/** The folders of the page, in rows. A folder may import folders of later rows, but not folders of its own row. */
const PAGE = [
  ['routes'],
  ['tools', 'shell'],
  ['preview'],
  ['image-tool'],
  ['recipes'],
  ['batch', 'export'],
  ['desk'],
  ['intake'],
  ['ui'],
  ['document'],
  ['workers'],
  ['storage'],
  ['notices'],
  ['platform'],
];

/** The folders of core, in rows. `base` and `locales` share a row, because error codes are keys of the messages. */
const CORE = [
  ['workers', 'recipes'],
  ['operations'],
  ['text', 'inspect'],
  ['video'],
  ['audio'],
  ['operation.ts'],
  ['container-guard'],
  ['shapes'],
  ['image'],
  ['fonts', 'geometry'],
  ['parameters', 'wasm'],
  ['platform'],
  ['base', 'locales'],
];

/** The folders of scripts, in rows with the same rule as those of the page: the workshop, then the product. */
const SCRIPTS = [['dev'], ['library'], ['command'], ['platform']];

/** The stages of the command, last to first, with the same rule. */
const COMMAND = [['report'], ['run'], ['cache'], ['plan'], ['parse'], ['base']];

/** The folders of the workshop, in rows with the same rule. */
const DEV = [['bench'], ['package'], ['build', 'audio'], ['images']];

/** Manifests of tools: data that every folder of the page may import. They import only icons and each other. */
const isManifest = (file: string) => /^app\/tools\/(?:catalog|manifest|[\w-]+\/(?:[\w-]+\.)?tool)\.ts$/.test(file);

/** Returns the folders at a depth of the paths. */
const foldersOf = (imports: Map<string, readonly string[]>, depth = 1) =>
  new Set(
    [...imports.keys()]
      .map((file) => file.split('/'))
      .flatMap((path) => (path.length > depth + 1 ? [path[depth]] : [])),
  );

/**
 * Returns the imports that lead to folders of an earlier row and, if `strict`, to other folders of the same row.
 * @param depth the folders are at this depth of a path
 */
function upward(
  imports: Map<string, readonly string[]>,
  rows: readonly (readonly string[])[],
  { strict, depth = 1 }: { readonly strict: boolean; readonly depth?: number },
) {
  const folderOf = (file: string) => file.split('/')[depth] ?? '';
  const rowOf = (file: string) => rows.findIndex((names) => names.includes(folderOf(file)));
  const isUpward = (file: string, target: string) => {
    const [from, to] = [rowOf(file), rowOf(target)];
    if (from < 0 || to < 0) return false;
    return to < from || (strict && to === from && folderOf(file) !== folderOf(target));
  };
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => target.startsWith(`${file.split('/')[0]}/`) && !isManifest(target))
      .filter((target) => isUpward(file, target))
      .map((target) => `${file} → ${target}`),
  );
}

/** Folders whose subfolders don't import each other. */
const INNER = ['core/image', 'core/image/formats', 'core/audio', 'core/text'];

/** Returns pairs of subfolders that import each other. */
function mutual(imports: Map<string, readonly string[]>, folder: string): string[] {
  const inside = (file: string) => new RegExp(`^${folder}/([^/]+)/`).exec(file)?.[1];
  const pairs = new Set(
    [...imports].flatMap(([file, targets]) =>
      targets.flatMap((target) => {
        const [from, to] = [inside(file), inside(target)];
        return from && to && from !== to ? [`${from} → ${to}`] : [];
      }),
    ),
  );
  return [...pairs].filter((pair) => pairs.has(pair.split(' → ').reverse().join(' → ')));
}

const textOf = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8');

/** Modules that store, or that hold an undo history. Only `app/document/` uses them. */
const STORING = /storage\/(?:storage|persisted)\.ts$|document\/(?:database|files|history|writer)\.ts$|^localforage$/;

/** Returns the files of tools that import a storing function. Types may be imported. */
const outsideDocuments = () =>
  [...importsOf('app').keys()].filter(
    (file) =>
      file.startsWith('app/tools/') &&
      [...textOf(file).matchAll(/^import (?!type )([^;]*?) from '([^']+)'/gms)].some(
        ([, names = '', from = '']) => STORING.test(from) && !/^\{(?:\s*type \w+,?)+\s*\}$/.test(names),
      ),
  );

describe('state of a visitor', () => {
  // A WeakMap can't be printed or stored. Workers hold no state of a visitor.
  it('never hides in a WeakMap outside app/document/', () => {
    const files = [...importsOf('app').keys()].filter((file) => /\bWeakMap\b/.test(textOf(file)));
    const others = files.filter((file) => !/^app\/(?:document|workers)\//.test(file));
    expect(others).toEqual([]);
  });
});

describe('imports between source files', () => {
  const app = importsOf('app');
  const core = importsOf('core');
  const scripts = importsOf('scripts');

  it('form no cycle in the page', () => {
    expect(circlesOf(app)).toEqual([]);
  });

  it('form no cycle in core', () => {
    expect(circlesOf(core)).toEqual([]);
  });

  it('form no cycle in scripts', () => {
    expect(circlesOf(scripts)).toEqual([]);
  });

  it('between folders of scripts follow the declared order, which lists every folder', () => {
    expect(upward(scripts, SCRIPTS, { strict: true })).toEqual([]);
    expect(foldersOf(scripts)).toEqual(new Set(SCRIPTS.flat()));
  });

  it.each([
    ['command', COMMAND],
    ['dev', DEV],
  ])('inside scripts/%s follow the declared order of its folders', (name, rows) => {
    const inside = new Map([...scripts].filter(([file]) => file.startsWith(`scripts/${name}/`)));
    const withinFolder = new Map(
      [...inside].map(([file, targets]) => [file, targets.filter((target) => target.startsWith(`scripts/${name}/`))]),
    );
    expect(upward(withinFolder, rows, { strict: true, depth: 2 })).toEqual([]);
    expect(foldersOf(inside, 2)).toEqual(new Set(rows.flat()));
  });

  it('never lead from scripts to the page, except for what the build and the benchmarks measure', () => {
    const outward = [...scripts].flatMap(([file, targets]) =>
      targets
        .filter((target) => /^(?:app|tests|e2e)\//.test(target) && !/^scripts\/dev\/(?:build|bench)\b/.test(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(outward).toEqual([]);
  });

  it('between folders of the page follow the declared order, which lists every folder', () => {
    expect(upward(app, PAGE, { strict: true })).toEqual([]);
    expect(foldersOf(app)).toEqual(new Set([...PAGE.flat(), 'locales', 'service-worker']));
  });

  it('between folders of core follow the declared order, which lists every folder', () => {
    expect(upward(core, CORE, { strict: false })).toEqual([]);
    const rooms = new Set([...core.keys()].map((file) => file.split('/')[1]));
    expect(rooms).toEqual(new Set(CORE.flat()));
  });

  it.each(INNER)('connect two folders of %s in one direction only', (folder) => {
    expect(mutual(core, folder)).toEqual([]);
  });

  it('never lead from a tool manifest to the code of a tool', () => {
    const manifests = [...app].filter(([file]) => isManifest(file));
    expect(manifests.length).toBeGreaterThan(15);
    const outward = manifests.flatMap(([file, targets]) =>
      targets
        .filter((target) => target.startsWith('app/') && !isManifest(target))
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

  it('never lead from a tool to the database, to local storage or to a history', () => {
    expect(outsideDocuments()).toEqual([]);
  });

  it('of files that import each other are reported as a cycle', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circlesOf(circle)).toEqual([['a', 'b', 'c']]);
  });
});
