import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultLanguage } from '../../../app/locales/languages.ts';
import { screens } from '../../../app/tools/catalog.ts';
import { headerPolicy, inlineScripts, metaPolicy, POLICY_META } from './policy.ts';
import { describeBuild, writeServiceWorker } from './service-worker.ts';

const PUBLIC = resolve(import.meta.dirname, '../../../public');

/** Adds a Content Security Policy, an HTML document per route, and a service worker to a build. Idempotent. */
export async function finishBuild(folder: string): Promise<string> {
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

if (process.argv[1] === import.meta.filename)
  console.log(await finishBuild(resolve(process.argv[2] ?? join(import.meta.dirname, '../../../build/client'))));
