import type { FontFace } from '../fonts/face.ts';
import type { ItemGlyph, TextItem } from './item.ts';
import { halfCell } from './kinsoku.ts';

/** Space in em that remains beside the ink of a character without proportional metrics. */
const MARGIN_EM = 0.05;

/** Kana, and punctuation of full width. Kanji keep their cells. */
const TIGHT = /^[\p{Script=Hiragana}\p{Script=Katakana}ー〜～\u3001-\u3003\u3008-\u301f・！（），．：；？［］｛｝]/u;

/** The half of the cell that contains the punctuation's ink. */
const halves = { opening: [0.5, 1], closing: [0, 0.5], middle: [0.25, 0.75], none: [1, 0] } as const;

type Sign = Pick<TextItem, 'text' | 'glyphs' | 'advance'>;

/**
 * Sets kana and punctuation without the space of their cells. Expects a sign that `palt` or `vpal` has changed if the
 * font has these features. Few fonts have them, so a sign that still fills its cell is set by its ink.
 */
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

/** Returns where a glyph's ink begins and ends along the line. */
function inkAlong({ face, glyph, x, y, turned }: ItemGlyph, vertical: boolean): readonly [number, number] | undefined {
  const ink = face.ink(glyph);
  if (!ink) return undefined;
  if (!vertical) return [x + ink.left, x + ink.right];
  return turned ? [y + ink.left, y + ink.right] : [y - ink.top, y - ink.bottom];
}

/** Returns how `vpal` moves and narrows a glyph's vertical cell, in em downward. */
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
