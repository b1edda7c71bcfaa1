import type { FontFace } from '../fonts/face.ts';
import type { ItemGlyph, TextItem } from './item.ts';
import { halfCell } from './kinsoku.ts';

/** Side bearing in em of a character that is set proportionally in a font without proportional metrics. */
const MARGIN_EM = 0.05;

/** Matches kana and full-width punctuation, which can be set proportionally. Kanji keep their em cells. */
const TIGHT = /^[\p{Script=Hiragana}\p{Script=Katakana}ー〜～\u3001-\u3003\u3008-\u301f・！（），．：；？［］｛｝]/u;

/** Half of the em cell that contains the punctuation mark. */
const halves = { opening: [0.5, 1], closing: [0, 0.5], middle: [0.25, 0.75], none: [1, 0] } as const;

type Sign = Pick<TextItem, 'text' | 'glyphs' | 'advance'>;

/** Few fonts have `palt` and `vpal`, so glyphs that still fill their em cell are spaced by their outline. */
export function tighten<Part extends Sign>(part: Part, vertical: boolean): Part {
  if (Math.abs(part.advance - 1) > 0.01 || !TIGHT.test(part.text)) return part;
  const spans = part.glyphs.flatMap((glyph) => {
    const ink = inkAlong(glyph, vertical);
    return ink ? [ink] : [];
  });
  if (spans.length === 0) return part;
  const [least, most] = halves[halfCell(part.text) ?? 'none'];
  const from = Math.max(0, Math.min(least, Math.min(...spans.map(([start]) => start)) - MARGIN_EM));
  const to = Math.min(part.advance, Math.max(most, Math.max(...spans.map(([, end]) => end)) + MARGIN_EM));
  const glyphs = part.glyphs.map((glyph) =>
    vertical ? { ...glyph, y: glyph.y - from } : { ...glyph, x: glyph.x - from },
  );
  return { ...part, glyphs, advance: to - from };
}

/** Returns the start and end of a glyph's outline along the line, in em. */
function inkAlong({ face, glyph, x, y, turned }: ItemGlyph, vertical: boolean): readonly [number, number] | undefined {
  const ink = face.ink(glyph);
  if (!ink) return undefined;
  if (!vertical) return [x + ink.left, x + ink.right];
  return turned ? [y + ink.left, y + ink.right] : [y - ink.top, y - ink.bottom];
}

/** Returns the shift and the change of the vertical advance that `vpal` gives a glyph, in em downward. */
export function verticalAlternate(
  face: FontFace,
  text: string,
  features: Readonly<Record<string, boolean>>,
): { readonly shift: number; readonly advance: number } {
  const shape = (more: Readonly<Record<string, boolean>>) =>
    face.shape(text, 0, text.length, {
      script: 'Hira',
      language: 'ja',
      topToBottom: true,
      features: { ...features, ...more },
    })[0];
  const [plain, tight] = [shape({ vpal: false }), shape({ vpal: true })];
  if (!plain || !tight) return { shift: 0, advance: 0 };
  return { shift: plain.dy - tight.dy, advance: tight.advance - plain.advance };
}
