import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tools } from '../../../app/tools/catalog.ts';

const APP = resolve(import.meta.dirname, '../../../app');

/** Modules that every page needs, by chunk. Packages have separate chunks, which stay cached across app versions. */
const EVERY_PAGE: Readonly<Record<string, RegExp>> = {
  react:
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(?:react|router))\/|commonjsHelpers/,
  frame:
    /\/app\/(?:tools\/(?:catalog|manifest|[\w-]+\/(?:[\w-]+\.)?tool)|shell\/(?:screens|Failure|Sidebar|MobileBar|ErrorDialog|home\/poster|theme|palette|sidebar|service-worker)|ui\/(?:Button|Dialog|ErrorText|large-screen|keys|screen-words|screen\/(?:FileButton|PageHeading))|service-worker\/messages|platform\/screen-branch|notices\/(?:update|offline-copy|error-queue|running|announce|notices)|storage\/(?:unreadable-flag|persisted|storage-keys|stored)|intake\/arrivals)\.tsx?$|vite\/preload-helper/,
  i18next: /\/node_modules\/(?:i18next|react-i18next|remix-i18next)\//,
};

/** Icons that only the command palette shows. */
const PALETTE_ICONS = 'shell/palette-icons.ts';

const iconsIn = (file: string): readonly string[] =>
  [...readFileSync(join(APP, file), 'utf8').matchAll(/lucide-react\/icons\/([\w-]+)/g)].map(([, icon = '']) => icon);

const paletteIcons = new Set(iconsIn(PALETTE_ICONS));

/** Icons in the navigation. A pattern for the whole icon package would match all icons. */
const frameIcons = new Set(
  ['shell', 'routes', 'ui', 'tools'].flatMap((folderName) => {
    const isRead = folderName === 'tools' ? /(?:catalog|tool)\.ts$/ : /\.tsx?$/;
    return readdirSync(join(APP, folderName), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folderName}/${name}`)
      .filter((name) => isRead.test(name) && name !== PALETTE_ICONS)
      .flatMap(iconsIn);
  }),
);

function everyPagesFile(id: string): string | undefined {
  const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
  if (icon) return frameIcons.has(icon) ? 'frame' : paletteIcons.has(icon) ? 'palette-icons' : 'icons';
  // Shared code of lucide-react is in the navigation's chunk, except its index of all icons, which has no code.
  if (id.includes('/lucide-react/')) return id.endsWith('/lucide-react.mjs') ? 'icons' : 'frame';
  return Object.keys(EVERY_PAGE).find((name) => EVERY_PAGE[name]?.test(id));
}

/** Modules that compute sizes before a recipe runs. They form one chunk; Rollup would scatter them over several. */
const SIZES = /\/core\/(?:recipes\/refit(?:-drawn)?|image\/(?:scale|pad\/padded-size|rotate\/rotated-size))\.ts$/;

/** Small modules that several screens with audio import. They form one chunk. */
const AUDIO = /\/app\/(?:document\/view|intake\/accepted-audio|workers\/media-client)\.ts$/;

/** Small parts of the players and waveforms of all screens with audio or video. They form one chunk. */
const PLAYER_PARTS =
  /\/app\/tools\/(?:player\/(?:MediaPlayer|VolumeControl)|audio-converter\/(?:TimeHandle|TrimmedWaveform|Waveform))\.tsx$/;

/** Small modules of text animations, which the text pages show. They form one chunk. */
const ANIMATION = /\/app\/tools\/text-page\/(?:animation-audio|animation-settings|reveal)\.ts$/;

/** Small modules that recognize pasted recipes and tables. Screens and code that loads later share their chunk. */
const PASTED =
  /\/(?:core\/(?:parameters\/pasted|recipes\/rows\/row-reader)|app\/(?:intake\/starts-like-recipe|batch\/pasted-rows))\.ts$/;

/** Small modules of the text tools. They form one chunk. */
const TEXT_PAGE =
  /\/(?:core\/(?:text\/(?:text-areas|new-text)|base\/graphemes)|app\/(?:workers\/text-painter-client|ui\/(?:fonts\/(?:own-fonts|load-sample|use-font-face)|fields\/(?:OverflowingTexts|PositionPad|TextAreaField))))\.tsx?$/;

/** Small modules that plan a video. They form one chunk. */
const VIDEO_PLAN =
  /\/core\/(?:video\/(?:overlay\/overlay|plan\/slideshow|audio\/render-audio)|audio\/dsp\/resampler|text\/captions\/place-captions)\.ts$/;

/** Small modules that show a generated file. They form one chunk. */
const RESULT = /\/app\/ui\/(?:object-url|screen\/ResultFile)\.tsx?$/;

const groups = new Map<string, string>(tools.map(({ route, group }) => [route, group]));
const PLAYER = 'video_playback';
const isImageTool = (tool: string) => ['image', 'text'].includes(groups.get(tool) ?? '');
const imageTools = [...groups.keys()].filter(isImageTool).length;

/** Modules that import a given module, statically or dynamically, as Rollup reports them. */
interface Imports {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Returns the screens that need a module for their first view, and whether the navigation loads the module later. */
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

/** True for a module of the shell (navigation), or of a screen that isn't a tool. */
function isFrames(id: string): boolean {
  const screen = screenOf(id);
  return id.includes('/app/shell/') || (screen !== undefined && !groups.has(screen));
}

/** Returns the name of a module's chunk; `undefined` lets Rollup choose. Rollup's sixty chunks per tool load slowly. */
export function sharedFileOf(id: string, importsOf: (id: string) => Imports): string | undefined {
  const everyPages = everyPagesFile(id);
  if (everyPages || id.includes('/app/routes/')) return everyPages;
  if (SIZES.test(id)) return 'sizes';
  if (AUDIO.test(id)) return 'audio';
  if (PLAYER_PARTS.test(id)) return 'player-parts';
  if (PASTED.test(id)) return 'pasted';
  if (RESULT.test(id)) return 'result';
  if (ANIMATION.test(id)) return 'text-animation';
  if (TEXT_PAGE.test(id)) return 'text-page';
  if (VIDEO_PLAN.test(id)) return 'video-plan';
  const { now, later } = neededBy(id, importsOf);
  const images = now.filter(isImageTool).length;
  if (images < imageTools * 0.6) return undefined;
  // Names the chunk if a screen that isn't a tool needs the module: Rollup would put the module into tools' chunks.
  if (now.some((name) => !groups.has(name))) return id.includes('/node_modules/') ? undefined : 'frame';
  const file = now.includes(PLAYER) ? 'all-tools' : now.length > images ? 'most-tools' : 'picture-tools';
  return later ? `${file}-and-frame` : file;
}
