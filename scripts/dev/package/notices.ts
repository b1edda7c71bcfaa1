import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EMOJI_FONT, fontFamilies } from '../../../core/fonts/catalogue.ts';
import { type BundledPackage, NOTICES_FILE, readPackage, writeNotices } from '../build/notices.ts';
import { root } from './manifest.ts';

const licensesFolder = join(root, 'public', dirname(NOTICES_FILE));

/** Finds the folder of a package as Node.js would for an import in the folder `from`. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (folder === dirname(folder)) return undefined;
  }
}

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** @throws Error for a missing dependency that isn't optional */
export function dependencyFolders(names: readonly string[], from = root): readonly string[] {
  const found = new Set<string>();
  const add = (name: string, origin: string, isOptional: boolean) => {
    const folder = findPackage(name, origin);
    if (!folder && isOptional) return;
    if (!folder) throw new Error(`${name} is not installed`);
    if (found.has(folder)) return;
    found.add(folder);
    const needs: Needs = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const each of Object.keys(needs.optionalDependencies ?? {})) add(each, folder, true);
    for (const each of Object.keys(needs.dependencies ?? {}))
      add(each, folder, Object.hasOwn(needs.optionalDependencies ?? {}, each));
  };
  for (const name of names) add(name, from, false);
  return [...found];
}

/** True for a package with a binary for one system. The notices list the binary's components instead of the package. */
const isForSomeSystems = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).os !== undefined;

export function writePackageNotices(folder: string, dependencies: readonly string[]): void {
  const folders = dependencyFolders(dependencies);
  const binaries = folders.filter(isForSomeSystems);
  const packages = folders.filter((each) => !binaries.includes(each)).map(readPackage);
  const beginning = readFileSync(join(root, 'public', NOTICES_FILE), 'utf8').trimEnd();
  const ofBinaries = readFileSync(join(root, 'scripts/dev/package/entries/THIRD-PARTY.txt'), 'utf8').trimEnd();
  const parts = new Set(binaries.flatMap(billOfMaterials));
  if (parts.size === 0) throw new Error('The binary of @napi-rs/canvas has no bill of materials');
  writeAll(folder, `${beginning}\n${ofBinaries}\n\n${[...parts].sort().join('\n')}\n`, packages);
}

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly licenses?: readonly { readonly expression?: string; readonly license?: { readonly id?: string } }[];
}

/** Lists the components in a binary's bill of materials (CycloneDX). */
function billOfMaterials(folder: string): string[] {
  const file = join(folder, 'sbom.cdx.json');
  if (!existsSync(file)) return [];
  const { components }: { components: readonly (Component & { readonly type: string })[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return components
    .filter(({ type }) => type === 'library')
    .map(({ name, version = '', licenses = [] }) => {
      const names = licenses.flatMap(({ expression, license }) => expression ?? license?.id ?? []);
      return `  ${name} ${version} (${names.join(', ') || 'license in the source on crates.io'})`;
    });
}

export function writeFontNotices(folder: string): void {
  const slugs = [...fontFamilies.map(({ slug }) => slug), EMOJI_FONT.file.split('/', 1)[0]];
  const packages = slugs.map((slug) => readPackage(join(root, 'node_modules/@fontsource', slug ?? '')));
  writeAll(folder, 'Fonts in this package\n=====================\n', packages);
}

function writeAll(folder: string, beginning: string, packages: readonly BundledPackage[]): void {
  const target = join(folder, 'licenses');
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(licensesFolder)) copyFileSync(join(licensesFolder, name), join(target, name));
  writeFileSync(join(folder, NOTICES_FILE), writeNotices(beginning, packages));
}
