/** What stands upright in one cell of a vertical line though it would otherwise be turned. */
export interface UprightGroup {
  readonly start: number;
  readonly end: number;
}

const LATIN = '[\\p{Script=Latin}\\p{Nd}]';
const JOINTS = "[ ,.:/'’+\\-&@_]*";

/**
 * Numbers of one to three figures, a single letter, and one to three of `!?`, standing alone: what
 * belongs to a Latin word, a longer number, a decimal, a time or a Latin sentence is turned with it.
 */
const GROUP = new RegExp(
  `(?<!${LATIN}${JOINTS})(?:(?:[0-9]{1,3}%?|[A-Za-z])(?!${JOINTS}${LATIN})|(?<![!?])[!?]{1,3}(?![!?]))`,
  'gu',
);

/**
 * Tate-chu-yoko (JLREQ 2.3.2, 3.2.5). A percent sign after such a number stands upright too, in a
 * cell of its own.
 */
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
