/** What begins a phrase: Chinese characters, katakana, Latin and figures, an opening bracket, a place for a value. */
const BEGINS = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}\p{Nd}「『（{おご]/u;
const IS_HAN = /^\p{Script=Han}/u;

/** What a phrase may end with: particles and endings in hiragana, a closing bracket. */
const MAY_END = /[\p{Script=Hiragana}」』）]$/u;

/** After these it is over, whatever follows. */
const ENDS = /[、。：？！…]$/u;

/** A verb that another continues (読み込む), and what makes the next word polite. */
const CONTINUES = /^(?:\p{Script=Han}+[いきしちにひみりぎじびえけせてねへめれげべ]|[おご])$/u;
const CLOSES = /^[、。」』）：？！…]/u;

const ZERO_WIDTH_SPACE = '\u200b';

const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/**
 * A sentence in Japanese with zero-width spaces between its phrases, for browsers that do not find
 * them (`word-break: auto-phrase`): with `keep-all` a line is broken there and at spaces alone. A
 * phrase is a word with the particles and endings that follow it.
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

/** A table with its sentences marked. Labels, names and keywords stay as they are, to be found by what is typed. */
export function withPhrases<Table>(table: Table): Table {
  const mark = (value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('。') ? markPhrases(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mark(inner)]));
  };
  return mark(table) as Table;
}

/** The same where the browser itself does not find phrases; elsewhere the table as it is. */
export function markedWhereNeeded<Table>(table: Table): Table {
  const findsPhrases = typeof CSS !== 'undefined' && CSS.supports('word-break', 'auto-phrase');
  return findsPhrases ? table : withPhrases(table);
}
