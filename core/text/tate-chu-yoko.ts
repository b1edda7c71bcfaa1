export interface UprightGroup {
  readonly start: number;
  readonly end: number;
}

const LATIN = '[\\p{Script=Latin}\\p{Nd}]';
const SEPARATORS = "[ ,.:/'’+\\-&@_]*";

/** One to three digits, a single letter, or one to three of `!?`, if not part of a word, longer number or time. */
const GROUP = new RegExp(
  `(?<!${LATIN}${SEPARATORS})(?:(?:[0-9]{1,3}%?|[A-Za-z])(?!${SEPARATORS}${LATIN})|(?<![!?])[!?]{1,3}(?![!?]))`,
  'gu',
);

/** Finds tate-chu-yoko groups (JLREQ 2.3.2, 3.2.5). A percent sign after a number forms its own upright cell. */
export function findUprightGroups(text: string): UprightGroup[] {
  const groups: UprightGroup[] = [];
  for (const { 0: match, index } of text.matchAll(GROUP)) {
    const percent = match.endsWith('%') ? 1 : 0;
    const end = index + match.length - percent;
    groups.push({ start: index, end });
    if (percent) groups.push({ start: end, end: end + 1 });
  }
  return groups;
}
