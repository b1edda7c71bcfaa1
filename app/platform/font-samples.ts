import { drawnCodePoints } from '#core/base/graphemes.ts';
import { type FontFamily, fontFile } from '#core/fonts/catalogue.ts';
import { subsetsFor } from '#core/fonts/subsets.ts';

const FONTS_URL: string = import.meta.env.FONTS_URL;

/** A letter or two of each writing system, for families that do not have what is to be shown. */
const SCRIPT_SAMPLES = {
  japanese: '永あア',
  arabic: 'أبجد هوز',
  hebrew: 'אבגד הוז',
  devanagari: 'अआ कखग',
  latin: 'Aa Bb Gg',
} as const;

/** The writing system that a family is listed under. */
export type SampleScript = keyof typeof SCRIPT_SAMPLES;

/** In the order in which they are listed. */
export const sampleScripts: readonly SampleScript[] = ['latin', 'japanese', 'arabic', 'hebrew', 'devanagari'];

export function scriptOf({ scripts }: FontFamily): SampleScript {
  if (scripts.includes('japanese')) return 'japanese';
  const first = scripts[0];
  return sampleScripts.find((script) => script === first) ?? 'latin';
}

/** A text, and the CSS families that show it. */
export interface FontSample {
  readonly text: string;
  readonly fontFamily: string;
}

const loading = new Map<string, Promise<void>>();

/** Loads a face into the page under a name of its own, once; a failed attempt is not remembered. */
function loadFace(name: string, source: string | ArrayBuffer): Promise<void> {
  let loaded = loading.get(name);
  if (!loaded) {
    loaded = new FontFace(name, source).load().then((face) => void document.fonts.add(face));
    loaded.catch(() => loading.delete(name));
    loading.set(name, loaded);
  }
  return loaded;
}

/** A family's files are known to the page one by one: it then never takes one for another. */
const faceName = (path: string) => `sample ${path}`;

/** For each character the first file that was cut for it; nothing where one was cut for none. */
function filesFor(family: FontFamily, text: string): readonly string[] | undefined {
  const files = new Set<string>();
  for (const codePoint of drawnCodePoints(text)) {
    if (/\s/.test(String.fromCodePoint(codePoint))) continue;
    const subset = subsetsFor(family, codePoint)[0];
    if (!subset) return undefined;
    files.add(fontFile(family, subset, family.regular));
  }
  return [...files];
}

/**
 * Makes the page ready to show a few words in a family, with the few files that they need.
 * @param wanted the visitor's own words; a family that does not have them shows letters of its script
 */
export async function loadFontSample(family: FontFamily, wanted: string): Promise<FontSample> {
  const own = wanted === '' ? undefined : filesFor(family, wanted);
  const text = own ? wanted : SCRIPT_SAMPLES[scriptOf(family)];
  const files = own ?? filesFor(family, text) ?? [];
  await Promise.all(files.map((file) => loadFace(faceName(file), `url(${FONTS_URL}/${file})`)));
  return { text, fontFamily: cssFamilies(files.map(faceName)) };
}

/** The same for a font file of the visitor's own. */
export async function loadOwnSample(source: string, blob: Blob, wanted: string): Promise<FontSample> {
  const name = faceName(source);
  if (!loading.has(name)) await loadFace(name, await blob.arrayBuffer());
  else await loading.get(name);
  return { text: wanted || SCRIPT_SAMPLES.latin, fontFamily: cssFamilies([name]) };
}

const cssFamilies = (names: readonly string[]) => [...names.map((name) => JSON.stringify(name)), 'sans-serif'].join();
