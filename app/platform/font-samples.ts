import { drawnCodePoints } from '#core/base/graphemes.ts';
import { type FontFamily, fontFile } from '#core/fonts/catalogue.ts';
import { subsetsFor } from '#core/fonts/subsets.ts';

const FONTS_URL: string = import.meta.env.FONTS_URL;

/** Sample text for fonts that lack the requested characters. */
const SCRIPT_SAMPLES = {
  japanese: '永あア',
  arabic: 'أبجد هوز',
  hebrew: 'אבגד הוז',
  devanagari: 'अआ कखग',
  latin: 'Aa Bb Gg',
} as const;

export type SampleScript = keyof typeof SCRIPT_SAMPLES;

/** Writing systems in the order of the font menu. */
export const sampleScripts: readonly SampleScript[] = ['latin', 'japanese', 'arabic', 'hebrew', 'devanagari'];

export function scriptOf({ scripts }: FontFamily): SampleScript {
  if (scripts.includes('japanese')) return 'japanese';
  const first = scripts[0];
  return sampleScripts.find((script) => script === first) ?? 'latin';
}

export interface FontSample {
  readonly text: string;
  readonly fontFamily: string;
}

const loading = new Map<string, Promise<void>>();

/** Loads a font file under a separate family name. Failures aren't cached, so a failed download can be retried. */
function loadFace(name: string, source: string | ArrayBuffer): Promise<void> {
  let loaded = loading.get(name);
  if (!loaded) {
    loaded = new FontFace(name, source).load().then((face) => void document.fonts.add(face));
    loaded.catch(() => loading.delete(name));
    loading.set(name, loaded);
  }
  return loaded;
}

/** Returns a unique family name per font file, so the browser never mixes up two files. */
const faceName = (path: string) => `sample ${path}`;

/** Returns the first subset file that contains each character; undefined for characters without a subset. */
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

/** Loads the font files for a sample text. A font without the text's characters shows a sample in its own script. */
export async function loadFontSample(family: FontFamily, wanted: string): Promise<FontSample> {
  const own = wanted === '' ? undefined : filesFor(family, wanted);
  const text = own ? wanted : SCRIPT_SAMPLES[scriptOf(family)];
  const files = own ?? filesFor(family, text) ?? [];
  await Promise.all(files.map((file) => loadFace(faceName(file), `url(${FONTS_URL}/${file})`)));
  return { text, fontFamily: cssFamilies(files.map(faceName)) };
}

export async function loadOwnSample(source: string, blob: Blob, wanted: string): Promise<FontSample> {
  const name = faceName(source);
  if (!loading.has(name)) await loadFace(name, await blob.arrayBuffer());
  else await loading.get(name);
  return { text: wanted || SCRIPT_SAMPLES.latin, fontFamily: cssFamilies([name]) };
}

const cssFamilies = (names: readonly string[]) => [...names.map((name) => JSON.stringify(name)), 'sans-serif'].join();
