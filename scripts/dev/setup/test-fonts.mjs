import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const cache = resolve(import.meta.dirname, '../../../.cache/test-fonts');

/** Font files of an @fontsource package, and the font's family name on pages. */
const INTER = { family: 'Inter', files: weights('inter/inter-latin', [400, 500, 600, 700]) };
const JAPANESE = { family: 'Noto Sans JP', files: weights('noto-sans-jp/noto-sans-jp-japanese', [400, 700]) };
const MONO = { family: 'Roboto Mono', files: weights('roboto-mono/roboto-mono-latin', [400]) };

function weights(start, numbers) {
  return numbers.map((weight) => `${start}-${weight}-normal`);
}

/** Font sets of tests. `bare` has one font without Japanese, because Chromium doesn't start without fonts. */
const SETS = { project: [INTER, JAPANESE], bare: [MONO] };

/**
 * Writes a set of fonts as TrueType files, with a fontconfig file that lists only these fonts.
 * @param {string} [name] name of the set; by default `FUDEBAKO_TEST_FONTS`, otherwise `project`
 * @returns {Promise<string>} path of the fontconfig file, for the variable `FONTCONFIG_FILE`
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

/** Decompresses a WOFF2 font, because Chromium doesn't accept WOFF2 as a system font. */
async function unpack(file, folder) {
  const [slug, name] = file.split('/');
  const target = join(folder, `${name}.ttf`);
  if (existsSync(target)) return;
  const { default: decompress } = await import('woff2-encoder/decompress');
  const source = join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', `${name}.woff2`);
  writeWhole(target, await decompress(readFileSync(source)));
}

/** Writes a file with a temporary name and renames the file, because another process may write the same file. */
function writeWhole(path, content) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, path);
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a fontconfig file that maps every family name to the fonts of a set, in the set's order. */
function fontconfig(folder, families) {
  const names = families.map(({ family }) => `<family>${family}</family>`).join('');
  const aliases = ['system-ui', 'sans-serif', 'serif', 'monospace'].map(
    (generic) => `<alias binding="same"><family>${generic}</family><prefer>${names}</prefer></alias>`,
  );
  // Renames the fonts, because their files state the weight in the family name, for example "Noto Sans JP Thin".
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
