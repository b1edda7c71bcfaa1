import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import {
  EMOJI_FONT,
  type FontFamily,
  fontFamilies,
  fontFile,
  supplementFamilies,
} from '../../../core/fonts/catalogue.ts';
import { subsetNames } from '../../../core/fonts/subsets.ts';

const require = createRequire(import.meta.url);
const folderOf = (slug: string) => dirname(require.resolve(`@fontsource/${slug}/package.json`));

/** Returns a version that changes with every font package, so browsers can cache font URLs forever. */
function fontsVersion(): string {
  const hash = createHash('sha256');
  for (const { slug } of fontFamilies) hash.update(readFileSync(join(folderOf(slug), 'package.json'), 'utf8'));
  for (const path of supplementFamilies.flatMap(filesOf)) hash.update(readFileSync(sourceOfFont(path)));
  return hash.digest('hex').slice(0, 8);
}

function filesOf(family: FontFamily): string[] {
  const weights = [family.regular, ...(family.bold ? [family.bold] : [])];
  const slopes = family.italic ? [false, true] : [false];
  return subsetNames(family).flatMap((subset) =>
    weights.flatMap((weight) => slopes.map((italic) => fontFile(family, subset, weight, italic))),
  );
}

/** Returns the source path of a file in `shippedFontFiles`: a path in the font's package or in core. */
export function sourceOfFont(path: string): string {
  const [slug = '', file = ''] = path.split('/');
  if (slug.endsWith('-supplement')) return resolve(import.meta.dirname, '../../../core/fonts/files', path);
  return join(folderOf(slug), 'files', file);
}

/** Lists all font files that text and emoji may need, by the names that `Fonts.read` expects. */
export const shippedFontFiles = (): readonly string[] => [
  ...new Set([...[...fontFamilies, ...supplementFamilies].flatMap(filesOf), EMOJI_FONT.file]),
];

/** Serves font files below the URL `import.meta.env.FONTS_URL`. Development uses the packages; builds use copies. */
export function fontFiles(): Plugin {
  const url = `/assets/fonts-${fontsVersion()}`;
  const known = new Set(shippedFontFiles());
  let outDir: string | undefined;
  return {
    name: 'fudebako-fonts',
    config: () => ({ define: { 'import.meta.env.FONTS_URL': JSON.stringify(url) } }),
    configResolved({ root, build, command }) {
      outDir = command === 'build' && !build.ssr ? resolve(root, build.outDir) : undefined;
    },
    configureServer({ middlewares }) {
      middlewares.use(url, (request, response, next) => {
        const path = (request.url ?? '').split('?', 1)[0]?.slice(1) ?? '';
        if (!known.has(path) || !existsSync(sourceOfFont(path))) return next();
        response.setHeader('content-type', 'font/woff2');
        createReadStream(sourceOfFont(path)).pipe(response);
      });
    },
    async closeBundle() {
      if (!outDir) return;
      for (const path of known) {
        const target = join(outDir, url, path);
        await mkdir(dirname(target), { recursive: true });
        await copyFile(sourceOfFont(path), target);
      }
    },
  };
}
