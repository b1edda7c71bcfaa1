import { describe, expect, it } from 'vitest';
import { enPalette } from '#app/locales/palette/palette-en.ts';
import { jaPalette } from '#app/locales/palette/palette-ja.ts';
import { paletteScore, rankGroups } from '#app/shell/palette-score.ts';
import { type ScreenRoute, screens } from '#app/tools/catalog.ts';
import { screenWord } from '#app/ui/screen-words.ts';
import { wordsAt } from '../specification/words.ts';

const searchWords = (language: 'en' | 'ja', route: ScreenRoute, word: 'name' | 'keywords') =>
  screenWord((key: string) => wordsAt(key)[language], route, word);

const moreWords = (table: Readonly<Record<string, string>>, route: ScreenRoute) => table[route] ?? '';

/** Search words of each screen: the name in the page's language (English), then name and keywords in every language. */
const entries = screens.map(({ route }) => ({
  route,
  words: [
    searchWords('en', route, 'name'),
    searchWords('en', route, 'name'),
    searchWords('en', route, 'keywords'),
    searchWords('ja', route, 'name'),
    searchWords('ja', route, 'keywords'),
    moreWords(enPalette.screens, route),
    moreWords(jaPalette.screens, route),
  ],
}));

function best(typed: string): string | undefined {
  return entries
    .map(({ route, words }) => ({ route, score: paletteScore(words, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)[0]?.route;
}

const found = (typed: string) =>
  entries.filter(({ words }) => paletteScore(words, typed) > 0).map(({ route }) => route);

describe('the command palette’s search', () => {
  it('finds both Crop and Mask Creator by 切り抜き', () => {
    expect(found('切り抜き')).toEqual(expect.arrayContaining(['cropper', 'mask_creator']));
  });

  it.each([
    ['crop', 'cropper'],
    ['CROP', 'cropper'],
    ['trim', 'cropper'],
    ['切り抜き', 'cropper'],
    ['きりぬき', 'cropper'],
    ['キリヌキ', 'cropper'],
    ['ｷﾘﾇｷ', 'cropper'],
    ['kirinuki', 'cropper'],
    ['ｃｒｏｐ', 'cropper'],
    ['blur face', 'blur_sharpen'],
    ['ぼかす', 'blur_sharpen'],
    ['TIFF', 'format_converter'],
    ['podcast', 'sound_to_video'],
    ['cut out', 'mask_creator'],
    ['cutout', 'mask_creator'],
    ['remove background', 'mask_creator'],
    ['背景を消す', 'mask_creator'],
    ['背景透過', 'mask_creator'],
    ['scale', 'scaler'],
    ['resize', 'scaler'],
    ['リサイズ', 'scaler'],
    ['形式', 'format_converter'],
    ['jpeg', 'format_converter'],
    ['format conv', 'format_converter'],
    ['プライバシー', 'privacy'],
    ['mail', 'contact'],
    ['おといあわせ', 'contact'],
    ['不具合', 'site_issues'],
    // Queries that name a purpose instead of a tool.
    ['rotate', 'cropper'],
    ['回転', 'cropper'],
    ['podcast', 'sound_to_video'],
    ['gif', 'format_converter'],
    ['compress', 'format_converter'],
    ['圧縮', 'format_converter'],
    ['縮小', 'scaler'],
    ['ふち', 'advanced_text_editor'],
    ['フチ', 'advanced_text_editor'],
    ['outline', 'advanced_text_editor'],
    ['subtitles', 'video_playback'],
  ])('finds %s by the query %s', (typed, route) => {
    expect(best(typed)).toBe(route);
  });

  it.each([
    ['sclae', 'scaler'],
    ['scal', 'scaler'],
    ['corp', 'cropper'],
    ['conevrt', 'format_converter'],
    ['conbine', 'layer'],
    ['backgorund', 'mask_creator'],
    ['きりねき', 'cropper'],
  ])('finds the misspelled %s as %s', (typed, route) => {
    expect(rankGroups([{ entries }], typed)[0]?.entries[0]?.route).toBe(route);
  });

  it('allows typing errors only if nothing matches exactly, and not in short words', () => {
    const groups = [{ entries: [{ words: ['scale'] }, { words: ['scare'] }] }];
    expect(rankGroups(groups, 'scale')[0]?.entries).toEqual([{ words: ['scale'] }]);
    expect(rankGroups(groups, 'sca')[0]?.entries).toHaveLength(2);
    expect(rankGroups(groups, 'scx')).toEqual([]);
    expect(rankGroups(groups, 'x'.repeat(100_000))).toEqual([]);
  });

  it('ignores a word that matches nothing beside a whole word that matches', () => {
    const shapes = { words: ['Shape Editor', 'line arrow'] };
    const groups = [{ entries: [shapes, { words: ['Scale', 'reduce'] }] }];
    expect(rankGroups(groups, 'red arrow')).toEqual([{ entries: [shapes] }]);
    expect(rankGroups(groups, 'red lin')).toEqual([]);
  });

  // Scale changes the size in pixels, not the compression. Shapes and texts rotate, but not the image.
  it.each([
    ['compress', 'scaler'],
    ['圧縮', 'scaler'],
    ['rotate', 'shape_editor'],
    ['回転', 'shape_editor'],
    ['rotate', 'advanced_text_editor'],
    ['回転', 'advanced_text_editor'],
  ] as const)('does not lead from %s to %s, which can’t do it', (typed, route) => {
    expect(found(typed)).not.toContain(route);
  });

  it('does not find words by scattered letters', () => {
    expect(best('cpr')).toBeUndefined();
    expect(best('qqqq')).toBeUndefined();
  });

  it('finds only entries that match every typed word', () => {
    expect(paletteScore(['Format Converter'], 'format crop')).toBe(0);
    expect(paletteScore(['Format Converter'], 'conv form')).toBeGreaterThan(0);
  });

  it('ranks the beginning of a name above the middle of a keyword', () => {
    const name = paletteScore(['Crop', 'cut trim'], 'cr');
    const keyword = paletteScore(['Frame', 'to crop'], 'cr');
    const inside = paletteScore(['Microscope', ''], 'cr');
    expect(name).toBe(1);
    expect(keyword).toBeLessThan(name);
    expect(inside).toBeLessThan(name);
  });

  it('finds every entry without a query', () => {
    expect(paletteScore(['Crop'], '  ')).toBe(1);
  });
});

describe('the order of the command palette’s results', () => {
  const entry = (name: string, disabled = false) => ({ words: [name], disabled });
  const groups = [
    { heading: 'a', entries: [entry('save all'), entry('keep and save')] },
    { heading: 'b', entries: [entry('unsaved'), entry('save')] },
    { heading: 'not now', entries: [entry('save', true), entry('crop', true)] },
  ];
  const found = (typed: string) =>
    rankGroups(groups, typed).map(({ heading, entries }) => [heading, ...entries.map(({ words }) => words[0])]);

  it('is the page’s order if no query is typed', () => {
    expect(rankGroups(groups, ' ')).toBe(groups);
  });

  it('starts with the best match, and ends with disabled entries', () => {
    expect(found('save')).toEqual([
      ['a', 'save all', 'keep and save'],
      ['b', 'save', 'unsaved'],
      ['not now', 'save'],
    ]);
    expect(found('unsaved')).toEqual([['b', 'unsaved']]);
    expect(found('crop')).toEqual([['not now', 'crop']]);
  });

  it('starts with the group that contains the best match', () => {
    expect(found('sav').map(([heading]) => heading)).toEqual(['a', 'b', 'not now']);
    expect(
      rankGroups([{ entries: [entry('unsaved')] }, { entries: [entry('saved')] }], 'saved').map(
        ({ entries }) => entries[0]?.words[0],
      ),
    ).toEqual(['saved', 'unsaved']);
  });
});
