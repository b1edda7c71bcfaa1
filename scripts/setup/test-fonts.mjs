import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const cache = resolve(import.meta.dirname, '../../.cache/test-fonts');

/** Font files of a package, and the family name that pages use. */
const INTER = { family: 'Inter', files: weights('inter/inter-latin', [400, 500, 600, 700]) };
const JAPANESE = { family: 'Noto Sans JP', files: weights('noto-sans-jp/noto-sans-jp-japanese', [400, 700]) };
const MONO = { family: 'Roboto Mono', files: weights('roboto-mono/roboto-mono-latin', [400]) };

function weights(start, numbers) {
  return numbers.map((weight) => `${start}-${weight}-normal`);
}

/**
 * Font sets of Chromium in tests. `project` is the set for screens. `bare` has a single font without Japanese and with
 * other widths; Chromium does not start without any font. A test that passes with both depends on neither.
 */
const SETS = { project: [INTER, JAPANESE], bare: [MONO] };

/**
 * Writes the fonts of a set as TrueType files, and a fontconfig that lists only them.
 *
 * @param {string} [name] a set; by default `FUDEBAKO_TEST_FONTS`, or `project`
 * @returns {Promise<string>} path of the configuration, for `FONTCONFIG_FILE`
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

/** Chromium's FreeType does not accept WOFF2 as a system font. */
async function unpack(file, folder) {
  const [slug, name] = file.split('/');
  const target = join(folder, `${name}.ttf`);
  if (existsSync(target)) return;
  const { default: decompress } = await import('woff2-encoder/decompress');
  const source = join(dirname(require.resolve(`@fontsource/${slug}/package.json`)), 'files', `${name}.woff2`);
  writeWhole(target, await decompress(readFileSync(source)));
}

/** Writes a file under a temporary name and renames it, because another run may write the same file. */
function writeWhole(path, content) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, path);
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns a fontconfig that maps every family name to the fonts of the set, in order. */
function fontconfig(folder, families) {
  const names = families.map(({ family }) => `<family>${family}</family>`).join('');
  const aliases = ['system-ui', 'sans-serif', 'serif', 'monospace'].map(
    (generic) => `<alias binding="same"><family>${generic}</family><prefer>${names}</prefer></alias>`,
  );
  // Renames the families, because the files include the weight in the name, such as "Noto Sans JP Thin".
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
