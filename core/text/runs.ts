import { splitGraphemes } from '../base/graphemes.ts';
import type { FontFace } from '../fonts/face.ts';
import type { FontPiece, FontSet } from '../fonts/library.ts';
import { embeddingLevels } from './bidi.ts';
import { isDash } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';
import { languageOf, resolveScripts } from './scripts.ts';
import type { UprightGroup } from './tate-chu-yoko.ts';

/** Orientation of a text run. `combined` is tate-chu-yoko; `turned` is rotated by 90° in a vertical line. */
export type RunKind = 'horizontal' | 'turned' | 'upright' | 'combined' | 'emoji' | 'tab';

export interface TextRun {
  readonly kind: RunKind;
  readonly face: FontFace | undefined;
  readonly script: string;
  readonly level: number;
  readonly start: number;
  end: number;
  readonly graphemes: RunGrapheme[];
  /** Parts of a grapheme that need different fonts; `undefined` if one font has the whole grapheme. */
  readonly pieces: readonly FontPiece[] | undefined;
}

export interface RunGrapheme {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ParagraphRuns {
  /** Text of the paragraph, with equivalent characters in place of characters that the font lacks. */
  readonly shaped: string;
  readonly runs: readonly TextRun[];
}

/** Splits text into runs of equal font, script, bidi level and orientation. Never splits a grapheme. */
export function splitRuns(
  paragraph: string,
  fonts: FontSet,
  vertical: boolean,
  groups: readonly UprightGroup[],
): ParagraphRuns {
  const graphemes = splitGraphemes(paragraph);
  const levels = embeddingLevels(paragraph);
  const scripts = resolveScripts(
    graphemes.map(({ text }) => text),
    fonts.japanese ? 'Hira' : 'Latn',
  );
  const runs: TextRun[] = [];
  let shaped = '';
  let group = 0;
  for (const [index, grapheme] of graphemes.entries()) {
    const { text, start, end } = grapheme;
    while ((groups[group]?.end ?? Infinity) <= start) group++;
    const combined = groups[group] !== undefined && (groups[group]?.start ?? 0) <= start;
    const font = fonts.fontFor(text);
    const script = scripts[index] ?? 'Latn';
    const kind = runKind(text, font.face, script, vertical, combined);
    const level = levels[start] ?? 0;
    const last = runs.at(-1);
    const continues =
      last &&
      !last.pieces &&
      !font.pieces &&
      last.kind === kind &&
      last.face === font.face &&
      last.script === script &&
      last.level === level &&
      kind !== 'emoji' &&
      kind !== 'tab' &&
      (kind !== 'combined' || groups[group]?.start !== start);
    if (continues) {
      last.end = end;
      last.graphemes.push(grapheme);
    } else runs.push({ kind, face: font.face, script, level, start, end, graphemes: [grapheme], pieces: font.pieces });
    shaped += font.text;
  }
  return { shaped, runs };
}

function runKind(
  text: string,
  face: FontFace | undefined,
  script: string,
  vertical: boolean,
  combined: boolean,
): RunKind {
  if (text === '\t') return 'tab';
  if (!face) return 'emoji';
  if (!vertical) return 'horizontal';
  if (combined) return 'combined';
  const orientation = verticalOrientation(text);
  // In vertical text, a semicolon without a vertical form stays upright in Japanese fonts.
  if (orientation === 'U' || orientation === 'Tu' || text === '；') return 'upright';
  // Only dashes between Japanese characters use the vertical form; between Latin words, dashes rotate.
  const mayStand = orientation === 'Tr' || (script === 'Hira' && isDash(text));
  return mayStand && hasVerticalForm(face, text, script) && (!isDash(text) || runsDown(face, text, script))
    ? 'upright'
    : 'turned';
}

/** True if the font's vertical form of a dash is a vertical stroke. In some fonts it is a shifted horizontal stroke. */
function runsDown(face: FontFace, text: string, script: string): boolean {
  const options = { script, language: languageOf(script), features: verticalFeatures };
  const [glyph] = face.shape(text, 0, text.length, options);
  const ink = glyph && face.ink(glyph.glyph);
  return !ink || ink.top - ink.bottom >= ink.right - ink.left;
}

/** OpenType features for vertical forms; older fonts have only `vrt2`. */
export const verticalFeatures = { vert: true, vrt2: true } as const;

const verticalForms = new WeakMap<FontFace, Map<string, boolean>>();

export function hasVerticalForm(face: FontFace, text: string, script: string): boolean {
  const forms = verticalForms.get(face) ?? new Map<string, boolean>();
  verticalForms.set(face, forms);
  const key = `${script} ${text}`;
  const known = forms.get(key);
  if (known !== undefined) return known;
  const glyphs = (features: Readonly<Record<string, boolean>>) =>
    face.shape(text, 0, text.length, { script, language: languageOf(script), features }).map(({ glyph }) => glyph);
  const has = glyphs(verticalFeatures).join() !== glyphs({}).join();
  forms.set(key, has);
  return has;
}
