import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { screens } from '../../app/state/catalogue.ts';

const APP = resolve(import.meta.dirname, '../../app');

/**
 * What every page needs, in few files: what seldom changes by itself, so that a new version of the app
 * leaves it in the visitor's cache, and the frame around every screen, which is smaller as one.
 */
const EVERY_PAGE: Readonly<Record<string, RegExp>> = {
  react:
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(?:react|router))\/|commonjsHelpers/,
  frame:
    /\/app\/(?:shell\/(?:icons|screens|screen-words|Failure|Sidebar|MobileBar|ErrorDialog|home\/poster)|parts\/(?:Button|Dialog|ErrorText|screen\/(?:FileButton|PageHeading))|service-worker\/messages|platform\/(?:first-screen|screen-branch)|state\/(?:theme|update|errors|palette|large-screen|shortcuts|notices|persisted|storage-keys|stored|sidebar|catalogue|running|service-worker|arrivals|announce))\.tsx?$|vite\/preload-helper/,
  i18next: /\/node_modules\/(?:i18next|react-i18next|remix-i18next)\//,
};

/** The icons that the frame imports, each by its own path. By the package's name they would all come along. */
const frameIcons = new Set(
  ['shell', 'routes', 'parts']
    .flatMap((room) => {
      const folder = join(APP, room);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
      return files.flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/lucide-react\/icons\/([\w-]+)/g),
      ]);
    })
    .map(([, icon]) => icon),
);

function everyPagesFile(id: string): string | undefined {
  const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
  if (icon) return frameIcons.has(icon) ? 'frame' : 'icons';
  // What makes a component of an icon is the frame's, too; the package's list of all icons holds no code.
  if (id.includes('/lucide-react/')) return id.endsWith('/lucide-react.mjs') ? 'icons' : 'frame';
  return Object.keys(EVERY_PAGE).find((name) => EVERY_PAGE[name]?.test(id));
}

const tools = new Map<string, string>(
  screens.filter(({ group }) => group !== 'other').map(({ route, group }) => [route, group]),
);
const PLAYER = 'video_playback';
const isPictureTool = (tool: string) => ['image', 'text'].includes(tools.get(tool) ?? '');
const pictureTools = [...tools.keys()].filter(isPictureTool).length;

/** What Rollup tells of a module: who imports it, and who does so later, by `import()`. */
interface Imports {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** The screens, by the names of their files, that cannot be drawn without a module, and whether the frame may fetch it later. */
function neededBy(id: string, importsOf: (id: string) => Imports) {
  const seen = new Set([id]);
  const now = new Set<string>();
  let later = false;
  for (const at of seen) {
    const screen = screenOf(at);
    if (screen) {
      now.add(screen);
      continue;
    }
    const { importers, dynamicImporters } = importsOf(at);
    for (const importer of importers) seen.add(importer);
    later ||= dynamicImporters.some(isFrames);
  }
  return { now: [...now], later };
}

function screenOf(id: string): string | undefined {
  const name = /\/app\/(?:routes\/|shell\/)?(\w+)(?:\.client)?\.tsx/.exec(id)?.[1];
  return id.includes('/app/shell/') && name !== 'Shell' ? undefined : name;
}

/** Of the frame, or of a page that is no tool. */
function isFrames(id: string): boolean {
  const screen = screenOf(id);
  return id.includes('/app/shell/') || (screen !== undefined && !tools.has(screen));
}

/**
 * The file of the build that a module belongs to, where it is not left to Rollup. Rollup makes a file for each set of screens
 * that share something, which are some sixty in front of each tool; a browser needs longer to ask for them than to read them.
 * What most of the picture tools share is three files: what the player has as well, what the makers and the sound tools have
 * as well, and the rest; each without what pages that are no tools fetch later, which is another.
 */
export function sharedFileOf(id: string, importsOf: (id: string) => Imports): string | undefined {
  const everyPages = everyPagesFile(id);
  if (everyPages || id.includes('/app/routes/')) return everyPages;
  const { now, later } = neededBy(id, importsOf);
  const pictures = now.filter(isPictureTool).length;
  if (pictures < pictureTools * 0.6) return undefined;
  // Left to Rollup it would come with the tools' files, and they with every page that has it.
  if (now.some((name) => !tools.has(name))) return id.includes('/node_modules/') ? undefined : 'frame';
  const file = now.includes(PLAYER) ? 'all-tools' : now.length > pictures ? 'most-tools' : 'picture-tools';
  return later ? `${file}-and-frame` : file;
}
