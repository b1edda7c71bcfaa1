import { describe, expect, it } from 'vitest';
import { enPalette } from '#app/locales/palette/palette-en.ts';
import { jaPalette } from '#app/locales/palette/palette-ja.ts';
import { paletteScore } from '#app/shell/palette-score.ts';
import { type ScreenRoute, screens } from '#app/tools/catalog.ts';
import { screenWord } from '#app/ui/screen-words.ts';
import { findOperation, type OperationId } from '#core/operations/index.ts';
import { wordsAt } from '../specification/words.ts';
import { can } from './palette-operations.ts';

const moreWords = (table: Readonly<Record<string, string>>, route: ScreenRoute) => table[route] ?? '';

/** Returns the screens that the palette finds without an open tool. */
const found = (typed: string): readonly ScreenRoute[] =>
  screens.flatMap(({ route }) => {
    const words = (['en', 'ja'] as const).flatMap((language) =>
      (['name', 'keywords'] as const).map((word) => screenWord((key: string) => wordsAt(key)[language], route, word)),
    );
    words.push(moreWords(enPalette.screens, route), moreWords(jaPalette.screens, route));
    return paletteScore(words, typed) > 0 ? [route] : [];
  });

/** What visitors type, and the operations that do it. */
const VERBS: readonly (readonly [words: readonly string[], does: readonly OperationId[]])[] = [
  [['trim'], ['trim', 'convert-audio']],
  [['余白を削除'], ['trim']],
  [['pdf', 'PDF', 'ピーディーエフ'], ['images-to-pdf']],
  [
    ['join', 'collage', 'stitch', 'montage', '結合', 'コラージュ'],
    ['join', 'layer'],
  ],
  [['gif maker', 'GIF作成', 'パラパラ漫画'], ['animate-images']],
  [
    ['watermark', '透かし', 'すかし'],
    ['watermark', 'write-texts'],
  ],
  [['resize', 'リサイズ', '拡大'], ['scale']],
  [['モザイク'], ['redact']],
  [
    ['compress', '圧縮'],
    ['convert', 'wav-to-mp3'],
  ],
];

describe('the palette finds verbs without an open tool', () => {
  it.each(VERBS)('%j', (words, does) => {
    for (const id of does) expect(findOperation(id)?.id).toBe(id);
    for (const typed of words) {
      const routes = found(typed);
      expect([typed, routes.length > 0]).toEqual([typed, true]);
      // Every screen that the palette finds can do what the word asks for.
      const wrong = routes.filter((route) => !can(route).some((id) => (does as readonly string[]).includes(id)));
      expect([typed, wrong]).toEqual([typed, []]);
      expect(routes.some((route) => can(route).includes(does[0] as string))).toBe(true);
    }
  });
});
