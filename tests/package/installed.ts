import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fontsManifest } from '#scripts/build/package/manifest.ts';
import { buildPackage, pack } from '#scripts/build/package.ts';

export const root = resolve(import.meta.dirname, '../..');

/** The built package, its tarball, and an empty project with the package installed. */
export interface Installed {
  readonly package: string;
  readonly tarball: string;
  readonly project: string;
  /** Links a package of the repository into the project if it isn't there, instead of `npm install`. */
  link(name: string, from?: string): void;
  unlink(name: string): void;
}

export interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

export const readJson = <Type>(path: string): Type => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Builds and packs the package, and unpacks it into an empty project with its declared dependencies only. The
 * dependencies are links into the repository, so the test needs no registry, and an undeclared dependency is
 * missing.
 */
export async function installPackage(folder: string): Promise<Installed> {
  const built = join(folder, 'package');
  await buildPackage(built);
  const tarball = pack(built, join(folder, 'tarballs'));
  const project = join(folder, 'project');
  const modules = join(project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  execFileSync('tar', ['-xzf', tarball, '-C', modules]);
  cpSync(join(modules, 'package'), join(modules, 'fudebako'), { recursive: true });
  rmSync(join(modules, 'package'), { recursive: true });
  const link = (name: string, from = join(root, 'node_modules', name)) => {
    const place = join(modules, name);
    if (existsSync(place)) return;
    if (!existsSync(from)) throw new Error(`${name} is not installed`);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(from, place, 'junction');
  };
  for (const name of Object.keys(readJson<Manifest>(join(modules, 'fudebako/package.json')).dependencies)) link(name);
  return { package: built, tarball, project, link, unlink: (name) => rmSync(join(modules, name)) };
}

/**
 * Creates and installs a fonts package of links into the repository, if `folder` doesn't exist.
 * @param folder the new package's folder
 */
export function linkFonts(installed: Installed, folder: string): void {
  if (existsSync(folder)) return;
  const families = join(root, 'node_modules/@fontsource');
  mkdirSync(join(folder, 'files'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(fontsManifest()));
  for (const name of readdirSync(families))
    symlinkSync(join(families, name, 'files'), join(folder, 'files', name), 'junction');
  installed.link('@fudebako/fonts', folder);
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder, with the Node.js version that `npm run test:package` tests. */
export function node(cwd: string, ...args: string[]): Promise<Finished> {
  const child = spawn(process.env.FUDEBAKO_NODE ?? process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...text })));
}
