/** Scores of a match at the start of a name, at the start of a later word, and inside a word; 0 for no match. */
const AT_START = 1;
const AT_WORD = 0.8;
const INSIDE = 0.5;
/** Score of a word with a typing error. */
const MISTYPED = 0.3;

/**
 * Scores a match from 0 to 1. Every typed word must match, or with `some` one of them. Ignores case, width and kana
 * type: `ｷﾘﾇｷ` finds きりぬき.
 */
export function paletteScore(words: readonly string[], typed: string, match: Match = matchScore, some = false): number {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const folded = words.map(fold);
  let total = 0;
  for (const word of wanted) {
    const best = Math.max(0, ...folded.map((candidate, index) => match(candidate, word) / (1 + 0.15 * index)));
    if (best === 0 && !some) return 0;
    total += best;
  }
  return wanted.length === 0 ? 1 : total / wanted.length;
}

/** Scores a whole word of at least 3 letters, so that `red` doesn't find `reduce`. Words aren't apart in Japanese. */
function wholeWordScore(candidate: string, word: string): number {
  if (!/^[a-z\d-]+$/.test(word)) return word.length > 1 ? matchScore(candidate, word) : 0;
  return word.length > 2 && candidate.split(/[^a-z\d-]+/).includes(word) ? matchScore(candidate, word) : 0;
}

type Match = (candidate: string, word: string) => number;

/** Scores a match with one typing error, or two in words of at least 8 letters. Errors in short words don't match. */
function mistypedScore(candidate: string, word: string): number {
  const exact = matchScore(candidate, word);
  const errors = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
  if (exact > 0 || errors === 0 || word.length > MAX_MISTYPED_LENGTH) return exact;
  const isMeant = candidate
    .split(' ')
    .some((each) => [each, each.slice(0, word.length)].some((part) => editDistance(part, word) <= errors));
  return isMeant ? MISTYPED : 0;
}

const MAX_MISTYPED_LENGTH = 32;

/**
 * Returns how many letters must be added, removed, replaced or swapped with their neighbor to turn one word into the
 * other (optimal string alignment). Infinity if the lengths differ by more than 2.
 */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

function matchScore(candidate: string, word: string): number {
  const at = candidate.indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return AT_START;
  return candidate.includes(` ${word}`) ? AT_WORD : INSIDE;
}

interface Findable {
  readonly words: readonly string[];
  readonly disabled?: boolean | undefined;
}

/**
 * Returns the matching entries by group. The best groups and entries come first, disabled entries last. Allows typing
 * errors if nothing matches exactly, and then words that don't match beside words that do.
 */
export function rankGroups<Entry extends Findable, Group extends { readonly entries: readonly Entry[] }>(
  groups: readonly Group[],
  typed: string,
): readonly Group[] {
  if (!typed.trim()) return groups;
  const exact = ranked(groups, typed, matchScore);
  if (exact.length > 0) return exact;
  const mistyped = ranked(groups, typed, mistypedScore);
  return mistyped.length > 0 ? mistyped : ranked(groups, typed, wholeWordScore, true);
}

function ranked<Entry extends Findable, Group extends { readonly entries: readonly Entry[] }>(
  groups: readonly Group[],
  typed: string,
  match: Match,
  some = false,
): readonly Group[] {
  return groups
    .map((group) => {
      const scored = group.entries
        .map((entry) => ({ entry, score: paletteScore(entry.words, typed, match, some) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      const isPossible = scored.some(({ entry }) => !entry.disabled);
      const best = isPossible ? (scored[0]?.score ?? 0) : 0;
      return { group: { ...group, entries: scored.map(({ entry }) => entry) }, best };
    })
    .filter(({ group }) => group.entries.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ group }) => group);
}

const HIRAGANA_FROM_KATAKANA = 'ぁ'.charCodeAt(0) - 'ァ'.charCodeAt(0);

/** Normalizes text for matching: NFKC, lower case, and hiragana instead of katakana. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + HIRAGANA_FROM_KATAKANA));
}
