import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const cache = resolve(import.meta.dirname, '../../.cache/test-fonts');

/** Font files of the packages, and the family that a page finds them by. */
const INTER = { family: 'Inter', files: weights('inter/inter-latin', [400, 500, 600, 700]) };
const JAPANESE = { family: 'Noto Sans JP', files: weights('noto-sans-jp/noto-sans-jp-japanese', [400, 700]) };
const MONO = { family: 'Roboto Mono', files: weights('roboto-mono/roboto-mono-latin', [400]) };

function weights(start, numbers) {
  return numbers.map((weight) => `${start}-${weight}-normal`);
}

/**
 * What Chromium finds installed while it is tested. `project` is what its screens are looked at
 * with. `bare` has one font, without Japanese and with other widths: Chromium does not start with
 * none, and what passes with both leans on neither.
 */
const SETS = { project: [INTER, JAPANESE], bare: [MONO] };

/**
 * Writes the fonts of a set as TrueType files, with a fontconfig that knows no others.
 *
 * @param {string} [name] A set; `FUDEBAKO_TEST_FONTS`, or `project`.
 * @returns {Promise<string>} The path of the configuration, for `FONTCONFIG_FILE`.
 */
export async function testFontconfig(name = process.env.FUDEBAKO_TEST_FONTS ?? 'project') {
  const families = Object.hasOwn(SETS, name) ? SETS[name] : undefined;
  if (!families) throw new Error(`FUDEBAKO_TEST_FONTS is ${name}; there are ${Object.keys(SETS).join(', ')}.`);
  const folder = join(cache, name);
  mkdirSync(folder, { recursive: true });
  for (const { files } of families) for (const file of files) await unpack(file, folder);
  const config = join(folder, 'fonts.conf');
  writeWhole(config, fontconfig(folder, families));
  return config;
}

/** FreeType in Chromium does not read WOFF2 as a system font. */
async function unpack(file, folder) {
  const [slug, name] = file.split('/');
  const target = join(folder, `${name}.ttf`);
  if (existsSync(target)) return;
  const { default: decompress } = await import('woff2-encoder/decompress');
  const source = join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', `${name}.woff2`);
  writeWhole(target, await decompress(readFileSync(source)));
}

/** Another run may be writing the same file. */
function writeWhole(path, content) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, path);
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Every name that a style sheet asks for leads to the set's fonts, in their order. */
function fontconfig(folder, families) {
  const names = families.map(({ family }) => `<family>${family}</family>`).join('');
  const aliases = ['system-ui', 'sans-serif', 'serif', 'monospace'].map(
    (generic) => `<alias binding="same"><family>${generic}</family><prefer>${names}</prefer></alias>`,
  );
  // The files name their family by weight, as in "Noto Sans JP Thin".
  const renamed = families.map(
    ({ family }) =>
      `<match target="scan"><test name="family" compare="contains"><string>${family}</string></test>` +
      `<edit name="family" mode="assign"><string>${family}</string></edit></match>`,
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    '<fontconfig>',
    `<dir>${xml(folder)}</dir>`,
    `<cachedir>${xml(join(folder, 'cache'))}</cachedir>`,
    ...renamed,
    ...aliases,
    '</fontconfig>',
    '',
  ].join('\n');
}
