import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { FONTS_PACKAGE, fontsManifest } from '#scripts/dev/package/manifest.ts';
import { buildFonts, buildPackage, pack } from '#scripts/dev/package/package.ts';

export const root = resolve(import.meta.dirname, '../..');

/** True to install packages with npm, as users do; false to link the repository's packages, without a registry. */
const usesNpm = process.env.FUDEBAKO_INSTALL === 'npm';

/** The built package, its tarball, and an empty project with the package installed. */
export interface Installed {
  readonly package: string;
  readonly tarball: string;
  readonly project: string;
  /** Adds a package to the project, in the version that the repository uses. Does nothing if the project has it. */
  add(name: string): void;
  /** Adds the fonts package to the project. Does nothing if the project has it. */
  addFonts(): void;
}

export interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

export const readJson = <Type>(path: string): Type => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Builds and packs the package, and installs the tarball into an empty project with its declared dependencies only, so
 * an undeclared dependency is missing.
 */
export async function installPackage(folder: string): Promise<Installed> {
  const built = join(folder, 'package');
  await buildPackage(built);
  const tarball = pack(built, join(folder, 'tarballs'));
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const { dependencies } = readJson<Manifest>(join(built, 'package.json'));
  const packages = usesNpm ? npmPackages(project) : linkedPackages(project);
  packages.unpack(tarball, Object.keys(dependencies));
  const isThere = (name: string) => existsSync(join(project, 'node_modules', name));
  return {
    ...{ package: built, tarball, project },
    add: (name) => isThere(name) || packages.add(name),
    addFonts: () => isThere(FONTS_PACKAGE) || packages.addFonts(join(folder, 'fonts')),
  };
}

/** A way to install packages into a project. */
interface Packages {
  unpack(tarball: string, dependencies: readonly string[]): void;
  add(name: string): void;
  /** Builds the fonts package in `folder` and adds it to the project. */
  addFonts(folder: string): void;
}

/** Installs packages from the registry, and the fonts from their tarball. */
function npmPackages(project: string): Packages {
  const install = (what: string) => {
    const args = ['install', '--loglevel', 'error', '--ignore-scripts', '--no-audit', '--no-fund', what];
    execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: project, stdio: 'pipe' });
  };
  return {
    unpack: install,
    add(name) {
      const { version } = readJson<{ version: string }>(join(root, 'node_modules', name, 'package.json'));
      install(`${name}@${version}`);
    },
    addFonts(folder) {
      buildFonts(folder);
      install(pack(folder, `${folder}-tarball`));
    },
  };
}

/** Links packages of the repository into the project. */
function linkedPackages(project: string): Packages {
  const modules = join(project, 'node_modules');
  const link = (name: string, from = join(root, 'node_modules', name)) => {
    const place = join(modules, name);
    if (!existsSync(from)) throw new Error(`${name} is not installed`);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(from, place, 'junction');
  };
  return {
    unpack(tarball, dependencies) {
      mkdirSync(modules);
      execFileSync('tar', ['-xzf', tarball, '-C', modules]);
      cpSync(join(modules, 'package'), join(modules, 'fudebako'), { recursive: true });
      rmSync(join(modules, 'package'), { recursive: true });
      for (const name of dependencies) link(name);
    },
    add: (name) => link(name),
    addFonts(folder) {
      const families = join(root, 'node_modules/@fontsource');
      mkdirSync(join(folder, 'files'), { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify(fontsManifest()));
      for (const name of readdirSync(families))
        symlinkSync(join(families, name, 'files'), join(folder, 'files', name), 'junction');
      link(FONTS_PACKAGE, folder);
    },
  };
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
