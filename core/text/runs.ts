import { splitGraphemes } from '../base/graphemes.ts';
import type { FontFace } from '../fonts/face.ts';
import type { FontPiece, FontSet } from '../fonts/library.ts';
import { embeddingLevels } from './bidi.ts';
import { isDash } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';
import { languageOf, resolveScripts } from './scripts.ts';
import { findUprightGroups } from './tate-chu-yoko.ts';

/**
 * How a run stands in its line: along it, turned with its baseline along a vertical line, upright
 * in cells, together upright in one cell, as the platform's picture, or as a tab.
 */
export type RunKind = 'horizontal' | 'turned' | 'upright' | 'combined' | 'emoji' | 'tab';

/** Neighbouring graphemes of one face, script, direction and posture. */
export interface TextRun {
  readonly kind: RunKind;
  readonly face: FontFace | undefined;
  readonly script: string;
  readonly level: number;
  readonly start: number;
  /** Grows while the run is made. */
  end: number;
  readonly graphemes: RunGrapheme[];
  /** The run is one grapheme whose parts have different faces. */
  readonly pieces: readonly FontPiece[] | undefined;
}

export interface RunGrapheme {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ParagraphRuns {
  /** The paragraph with twins in the place of characters that the font knows by another code. */
  readonly shaped: string;
  readonly runs: readonly TextRun[];
}

/** Cuts a paragraph where face, script, direction or posture change. Every grapheme stays whole. */
export function splitRuns(paragraph: string, fonts: FontSet, vertical: boolean): ParagraphRuns {
  const graphemes = splitGraphemes(paragraph);
  const levels = embeddingLevels(paragraph);
  const scripts = resolveScripts(
    graphemes.map(({ text }) => text),
    fonts.japanese ? 'Hira' : 'Latn',
  );
  const groups = vertical ? findUprightGroups(paragraph) : [];
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
  // Japanese fonts without a vertical form of the semicolon mean it to stand as it is.
  if (orientation === 'U' || orientation === 'Tu' || text === '；') return 'upright';
  // A dash has an upright form only as a Japanese one; between Latin words it is turned with them.
  const mayStand = orientation === 'Tr' || (script === 'Hira' && isDash(text));
  return mayStand && hasVerticalForm(face, text, script) ? 'upright' : 'turned';
}

/** Features that give the forms for vertical lines; `vrt2` is the one of older fonts. */
export const verticalFeatures = { vert: true, vrt2: true } as const;

const verticalForms = new WeakMap<FontFace, Map<string, boolean>>();

/** True where the font draws the grapheme otherwise in a vertical line. */
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
