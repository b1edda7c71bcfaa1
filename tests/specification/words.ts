import { enBatch } from '#app/locales/batch/batch-en.ts';
import { jaBatch } from '#app/locales/batch/batch-ja.ts';
import { enControls } from '#app/locales/controls/controls-en.ts';
import { jaControls } from '#app/locales/controls/controls-ja.ts';
import { en as appEn } from '#app/locales/en.ts';
import { enExport } from '#app/locales/export/export-en.ts';
import { jaExport } from '#app/locales/export/export-ja.ts';
import { ja as appJa } from '#app/locales/ja.ts';
import { enMedia } from '#app/locales/media/media-en.ts';
import { jaMedia } from '#app/locales/media/media-ja.ts';
import { enPages } from '#app/locales/pages/pages-en.ts';
import { jaPages } from '#app/locales/pages/pages-ja.ts';
import { enPalette } from '#app/locales/palette/palette-en.ts';
import { jaPalette } from '#app/locales/palette/palette-ja.ts';
import { enRecipe } from '#app/locales/recipe/recipe-en.ts';
import { jaRecipe } from '#app/locales/recipe/recipe-ja.ts';
import { enStage } from '#app/locales/stage/stage-en.ts';
import { jaStage } from '#app/locales/stage/stage-ja.ts';
import { en as coreEn } from '#core/locales/all-en.ts';
import { ja as coreJa } from '../all-ja.ts';

/** Word tables by key namespace. Keys of `app` have no namespace. */
export const tables = {
  app: { en: appEn, ja: appJa },
  core: { en: coreEn, ja: coreJa },
  pages: { en: enPages, ja: jaPages },
  export: { en: enExport, ja: jaExport },
  controls: { en: enControls, ja: jaControls },
  recipe: { en: enRecipe, ja: jaRecipe },
  batch: { en: enBatch, ja: jaBatch },
  palette: { en: enPalette, ja: jaPalette },
  stage: { en: enStage, ja: jaStage },
  media: { en: enMedia, ja: jaMedia },
} as const;

/** Returns the texts of a key; `undefined` for a language without a text. */
export function wordsAt(key: string): { readonly en: string | undefined; readonly ja: string | undefined } {
  const [, namespace = 'app', path = key] = /^(\w+):(.*)$/.exec(key) ?? [];
  if (!Object.hasOwn(tables, namespace)) return { en: undefined, ja: undefined };
  const { en, ja } = tables[namespace as keyof typeof tables];
  return { en: lookUp(en, path), ja: lookUp(ja, path) };
}

function lookUp(table: unknown, path: string): string | undefined {
  let found = table;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return typeof found === 'string' ? found : undefined;
}

/** Returns the keys of all texts in a table. */
function keysOf(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : keysOf(value as object, `${path}${name}.`),
  );
}

/** Returns the keys of all texts of the page and of core. */
export const everyKey = (): string[] =>
  Object.entries(tables).flatMap(([namespace, { en }]) => keysOf(en, namespace === 'app' ? '' : `${namespace}:`));
