/** Scores of a match at the start of a name, at the start of a later word, and inside a word; 0 for no match. */
const AT_START = 1;
const AT_WORD = 0.8;
const INSIDE = 0.5;

/** Scores a match from 0 to 1. Every typed word must match. Ignores case, width and kana type: `ｷﾘﾇｷ` finds きりぬき. */
export function paletteScore(words: readonly string[], typed: string): number {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const folded = words.map(fold);
  let total = 0;
  for (const word of wanted) {
    const best = Math.max(0, ...folded.map((candidate, index) => matchScore(candidate, word) / (1 + 0.15 * index)));
    if (best === 0) return 0;
    total += best;
  }
  return wanted.length === 0 ? 1 : total / wanted.length;
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

/** Returns the matching entries by group. The best groups and entries come first, disabled entries last. */
export function rankGroups<Entry extends Findable, Group extends { readonly entries: readonly Entry[] }>(
  groups: readonly Group[],
  typed: string,
): readonly Group[] {
  if (!typed.trim()) return groups;
  return groups
    .map((group) => {
      const scored = group.entries
        .map((entry) => ({ entry, score: paletteScore(entry.words, typed) }))
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
