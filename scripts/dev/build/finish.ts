import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build as bundle } from 'vite';
import { getManifest } from 'workbox-build';
import { defaultLanguage } from '../../../app/locales/languages.ts';
import type { Build } from '../../../app/service-worker/decisions.ts';
import { screens } from '../../../app/tools/catalog.ts';
import { findFamily, fontFile } from '../../../core/fonts/catalogue.ts';
import { subsetNames } from '../../../core/fonts/subsets.ts';
import { horizontalStyle, verticalStyle } from '../../../core/text/settings.ts';
import { headerPolicy, inlineScripts, metaPolicy, POLICY_META } from './policy.ts';

const PUBLIC = resolve(import.meta.dirname, '../../../public');

/** Adds a Content Security Policy, an HTML document per route, and a service worker to a build. Idempotent. */
async function finishBuild(folder: string): Promise<string> {
  const page = join(folder, 'index.html');
  const html = readFileSync(page, 'utf8');
  const scripts = inlineScripts(html);
  if (!POLICY_META.test(html) || scripts.length === 0) throw new Error(`${page} has no place for its policy`);
  const finished = html.replace(
    POLICY_META,
    (_, before: string, after: string) => before + metaPolicy(scripts) + after,
  );
  writeFileSync(page, finished);

  const headers = readFileSync(join(PUBLIC, '_headers'), 'utf8');
  if (!headers.includes('{policy}')) throw new Error('public/_headers has no place for the policy');
  // Uses a function as the replacement, because `$` has a special meaning in replacement texts.
  writeFileSync(
    join(folder, '_headers'),
    headers.replace(/(?<=Policy: )\{policy\}/, () => headerPolicy(scripts)),
  );

  // Writes an HTML document for each route. Missing assets return 404, and the 404 page links to the app.
  for (const name of ['404', 'home', ...screens.map(({ route }) => route)])
    writeFileSync(join(folder, `${name}.html`), documentOf(finished, name));

  const version = /"\/assets\/manifest-([^"]+)\.js"/.exec(html)?.[1];
  if (!version) throw new Error(`${page} names no manifest`);
  const build = await describeBuild(folder, version);
  await writeServiceWorker(folder, build);
  const count = build.files.length + build.whenIdle.length;
  return `Works offline: ${count} files, ${(build.offlineBytes / 1e6).toFixed(1)} MB`;
}

/** Matches the initial markup of a screen in one language (`app/shell/initial-markup.tsx`). */
const FIRST_WINDOW =
  /<template id="first-([a-z0-9_]+)-([a-z]+)" data-title="([^"]*)" data-description="([^"]*)">.*?<\/template>/g;

/** Returns a screen's document without other screens' markup. Title and description are in the default language. */
function documentOf(html: string, screen: string): string {
  let head = { title: '', description: '' };
  const document = html.replace(FIRST_WINDOW, (template, of, language, title, description) => {
    if (of !== screen) return '';
    if (language === defaultLanguage) head = { title, description };
    return template;
  });
  if (!head.title) return document;
  return document
    .replace(/<title>[^<]*<\/title>/, () => `<title>${head.title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => before + head.description);
}

const SOURCE = resolve(import.meta.dirname, '../../../app/service-worker/worker.ts');

/** File size in bytes above which a file is cached on first use instead of in advance. */
const IN_ADVANCE_BELOW_BYTES = 1024 * 1024;

/** Folder of the font files, which are cached on first use because there are many. */
const FONTS = /^assets\/fonts-\w+$/;

/** Encoders above `IN_ADVANCE_BELOW_BYTES` that every browser needs for an output format. */
const ENCODERS = /^\/assets\/avif_enc-[\w-]+\.wasm$/;

/** Font files of the families in which the text editors start, without bold. */
function editorFonts(folder: string): string[] {
  const styles = [horizontalStyle, verticalStyle].map(({ fields }) => fields.main.fields.fontFamily.default);
  const families = styles.flatMap((name) => findFamily(name ?? '') ?? []);
  return families.flatMap((family) =>
    subsetNames(family).map((subset) => folder + fontFile(family, subset, family.regular)),
  );
}

/** Lists the files of a build, and which of the files the service worker caches in advance, when idle or on use. */
async function describeBuild(folder: string, version: string): Promise<Build> {
  const { manifestEntries, size } = await getManifest({
    globDirectory: folder,
    globPatterns: ['**/*.{js,css,svg,png,jpg,webp,mp3,wav,webm,wasm,webmanifest}'],
    globIgnores: ['assets/ffmpeg-core*', 'assets/server-build-*', 'service-worker.js'],
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: IN_ADVANCE_BELOW_BYTES,
  });
  const files = manifestEntries.map(({ url, revision }) => ({ path: `/${url}`, revision }));
  const inAdvance = new Set(files.map(({ path }) => path));
  const assets = readdirSync(join(folder, 'assets'), { withFileTypes: true }).map((entry) => {
    const path = relative(folder, join(folder, 'assets', entry.name)).replaceAll('\\', '/');
    return FONTS.test(path) ? `/${path}/` : `/${path}`;
  });
  const onDemand = assets.filter((path) => !inAdvance.has(path) && !path.startsWith('/assets/server-build-'));
  const fonts = onDemand.find((path) => path.endsWith('/')) ?? '';
  const whenIdle = [...onDemand.filter((path) => ENCODERS.test(path)), ...(fonts ? editorFonts(fonts) : [])];
  const bytesOf = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0;
  const offlineBytes = whenIdle.reduce((sum, path) => sum + bytesOf(path), size);
  return { version, files, onDemand, whenIdle, offlineBytes };
}

async function writeServiceWorker(folder: string, build: Build): Promise<void> {
  await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { BUILD: JSON.stringify(build) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rollupOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  });
}

// Last, because the constants above have no value before.
if (process.argv[1] === import.meta.filename)
  console.log(await finishBuild(resolve(process.argv[2] ?? join(import.meta.dirname, '../../../build/client'))));
