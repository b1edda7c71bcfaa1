/** Characters that may start a Japanese phrase: kanji, katakana, Latin letter, digit, opening bracket, placeholder. */
const BEGINS = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}\p{Nd}「『（{おご]/u;
const IS_HAN = /^\p{Script=Han}/u;

/** Characters that may end a Japanese phrase: particles and inflections in hiragana, a closing bracket. */
const MAY_END = /[\p{Script=Hiragana}」』）]$/u;

/** Punctuation that always ends a phrase. */
const ENDS = /[、。：？！…]$/u;

/** Segments that form one phrase with the next kanji: the first half of a compound verb (読み in 読み込む), or お and ご. */
const CONTINUES = /^(?:\p{Script=Han}+[いきしちにひみりぎじびえけせてねへめれげべ]|[おご])$/u;
const CLOSES = /^[、。」』）：？！…]/u;

const ZERO_WIDTH_SPACE = '\u200b';

const japaneseWords = new Intl.Segmenter('ja', { granularity: 'word' });

/** Adds zero-width spaces between phrases, where `keep-all` breaks lines in browsers without `auto-phrase`. */
export function markPhrases(sentence: string): string {
  let marked = '';
  let before = '';
  for (const { segment } of japaneseWords.segment(sentence)) {
    const isNew = ENDS.test(before)
      ? !CLOSES.test(segment)
      : MAY_END.test(before) && BEGINS.test(segment) && !(CONTINUES.test(before) && IS_HAN.test(segment));
    marked += isNew ? ZERO_WIDTH_SPACE + segment : segment;
    before = segment;
  }
  return marked;
}

/** Returns translations with zero-width spaces in sentences. Labels, names and keywords stay unchanged for search. */
export function withPhrases<Table>(table: Table): Table {
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('。') ? markPhrases(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner)]));
  };
  return mark(table) as Table;
}

/** Adds zero-width spaces to the translations if the browser doesn't support `auto-phrase`. */
export function markedWhereNeeded<Table>(table: Table): Table {
  const findsPhrases = typeof CSS !== 'undefined' && CSS.supports('word-break', 'auto-phrase');
  return findsPhrases ? table : withPhrases(table);
}
