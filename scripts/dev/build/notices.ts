import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { EMOJI_FONT, fontFamilies } from '../../../core/fonts/catalogue.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Path of the license notices in the app. `public/` contains the hand-written start of the notices. */
export const NOTICES_FILE = 'licenses/THIRD-PARTY.txt';

/** Packages in the build without modules in the bundle: styles, the service worker's runtime, Vite's helpers. */
const BESIDE_MODULES = [
  'tailwindcss',
  'vite',
  'workbox-cacheable-response',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];

/** Copyright holders of packages that state neither a license text nor an author. */
const COPYRIGHTS: Readonly<Record<string, string>> = {
  '@react-aria/optimize-locales-plugin': 'Copyright Adobe',
  '@ffmpeg/core': 'Copyright the FFmpeg developers and others, see above',
  '@ffmpeg/ffmpeg': 'Copyright (c) 2019 Jerome Wu',
  '@resvg/resvg-wasm': 'Copyright (c) 2021-present, yisibl(一丝)',
  'client-only': 'Copyright (c) Meta Platforms, Inc. and affiliates',
};

/** Licenses of packages whose `package.json` states no license. */
const MISSING_LICENSES: Readonly<Record<string, string>> = {
  // License source: https://github.com/adobe/react-spectrum/blob/main/LICENSE
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
};

/** Files with license texts in this project, by license, for packages without a complete license text. */
const LICENSE_TEXTS: Readonly<Record<string, string>> = {
  'GPL-2.0-or-later': 'GPL-2.txt',
  'LGPL-3.0': 'LGPL-3.txt',
  'MPL-2.0': 'MPL-2.0.txt',
  'Apache-2.0': 'Apache-2.0.txt',
};

/** The conditions of the ISC license, for packages without a license text. */
const ISC = `Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.`;

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** License as an SPDX expression, from `package.json`. */
  readonly license: string;
  readonly text: string;
}

/** Returns the package folder of a module; `undefined` for modules of this project. */
export function packageFolder(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').split('?', 1)[0] ?? '';
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

/** Reads the license of a package. Throws Error for a package without a license. */
export function readPackage(folder: string): BundledPackage {
  const { name, version, author, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const license = manifest.license ?? MISSING_LICENSES[name];
  if (typeof license !== 'string') throw new Error(`${name} has no license in package.json`);
  return { name, version, license, text: licenseText(folder, name, license, author) };
}

/** Minimum characters of a complete license text. Shorter files only mention a license. */
const FULL_TEXT_LENGTH = 5000;

function licenseText(folder: string, name: string, license: string, author: unknown): string {
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const own = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const beside = LICENSE_TEXTS[license];
  if (own.length > 0 && !(beside && own.join('').length < FULL_TEXT_LENGTH)) return own.join('\n\n');
  const by = typeof author === 'string' ? author : (author as { name?: string } | undefined)?.name;
  const copyright = COPYRIGHTS[name] ?? (by && `Copyright (c) ${by.replace(/\s*[<(].*/, '')}`);
  if (!copyright) throw new Error(`${name} has no license text and no author: add its copyright holder to COPYRIGHTS`);
  if (beside) return `${[copyright, ...own].join('\n\n')}\n\nThe text of the license lies beside this file: ${beside}`;
  if (license === 'ISC') return `ISC License\n\n${copyright}\n\n${ISC}`;
  if (license !== 'MIT') throw new Error(`${name} is under ${license}, whose text is missing: add it to LICENSE_TEXTS`);
  // For packages under the MIT license without a license text, uses the text of this project's own LICENSE file.
  const [, body] = readFileSync(join(root, 'LICENSE'), 'utf8').split(/^(?=Permission is hereby granted)/m);
  return `MIT License\n\n${copyright}\n\n${body?.trim()}`;
}

/** Returns all packages with their license texts. Packages with equal texts share one copy. */
export function writeNotices(beginning: string, packages: readonly BundledPackage[]): string {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const byText = new Map<string, BundledPackage[]>();
  for (const each of sorted) {
    const text = each.text.replaceAll('\r\n', '\n');
    byText.set(text, [...(byText.get(text) ?? []), each]);
  }
  const line = ({ name, version, license }: BundledPackage) => `  ${name} ${version} (${license})`;
  return [
    beginning.trimEnd(),
    '',
    '',
    `The ${sorted.length} packages in this build`,
    '---------------------------',
    '',
    ...sorted.map(line),
    '',
    '',
    'The texts of their licenses',
    '---------------------------',
    ...[...byText].flatMap(([text, those]) => ['', '='.repeat(80), ...those.map(line), '-'.repeat(80), '', text]),
    '',
  ].join('\n');
}

/** Generates the license notices. Returns plugins for the app and for its workers, which are built first. */
export function thirdPartyNotices(): { page: Plugin; workers: () => Plugin } {
  const folders = new Set<string>();
  const gather = (bundle: Rollup.OutputBundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      for (const [id, { renderedLength }] of Object.entries(file.modules)) {
        // Counts a package if the build contains code of its modules, or if a module exports the URL of a file.
        const folder = renderedLength > 0 || /[?&]url\b/.test(id) ? packageFolder(id) : undefined;
        if (folder && existsSync(join(folder, 'package.json'))) folders.add(folder);
      }
    }
  };
  return {
    workers: () => ({ name: 'fudebako-notices-of-workers', generateBundle: (_, bundle) => gather(bundle) }),
    page: {
      name: 'fudebako-notices',
      apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
      generateBundle(_, bundle) {
        gather(bundle);
        const fonts = [...fontFamilies.map(({ slug }) => slug), EMOJI_FONT.file.split('/', 1)[0]];
        const beside = [...BESIDE_MODULES, ...fonts.map((slug) => `@fontsource/${slug}`)];
        const all = [...folders].map(readPackage);
        for (const name of beside) all.push(readPackage(join(root, 'node_modules', name)));
        const packages = new Map(all.map((each) => [`${each.name} ${each.version}`, each]));
        const beginning = readFileSync(join(root, 'public', NOTICES_FILE), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: NOTICES_FILE,
          source: writeNotices(beginning, [...packages.values()]),
        });
      },
    },
  };
}
