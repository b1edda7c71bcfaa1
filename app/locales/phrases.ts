/** Characters that start a phrase: kanji, katakana, Latin, digits, an opening bracket, a placeholder. */
const BEGINS = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}\p{Nd}「『（{おご]/u;
const IS_HAN = /^\p{Script=Han}/u;

/** Characters that may end a phrase: particles and inflections in hiragana, a closing bracket. */
const MAY_END = /[\p{Script=Hiragana}」』）]$/u;

/** Punctuation that always ends a phrase. */
const ENDS = /[、。：？！…]$/u;

/** A verb stem that another verb continues (読み込む), or a polite prefix (お, ご). */
const CONTINUES = /^(?:\p{Script=Han}+[いきしちにひみりぎじびえけせてねへめれげべ]|[おご])$/u;
const CLOSES = /^[、。」』）：？！…]/u;

const ZERO_WIDTH_SPACE = '\u200b';

const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * Returns a Japanese sentence with zero-width spaces between phrases, for browsers without `word-break: auto-phrase`.
 * With `keep-all`, lines then break only there and at spaces. A phrase is a word with its particles and inflections.
 */
export function markPhrases(sentence: string): string {
  let marked = '';
  let before = '';
  for (const { segment } of wordsOf.segment(sentence)) {
    const isNew = ENDS.test(before)
      ? !CLOSES.test(segment)
      : MAY_END.test(before) && BEGINS.test(segment) && !(CONTINUES.test(before) && IS_HAN.test(segment));
    marked += isNew ? ZERO_WIDTH_SPACE + segment : segment;
    before = segment;
  }
  return marked;
}

/** Returns a table with marked sentences. Labels, names and keywords stay unmarked for search. */
export function withPhrases<Table>(table: Table): Table {
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('。') ? markPhrases(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner)]));
  };
  return mark(table) as Table;
}

/** Marks the table's sentences if the browser doesn't support `auto-phrase`. */
export function markedWhereNeeded<Table>(table: Table): Table {
  const findsPhrases = typeof CSS !== 'undefined' && CSS.supports('word-break', 'auto-phrase');
  return findsPhrases ? table : withPhrases(table);
}
