/** Controls, which a terminal obeys, and marks that turn the direction of what follows: both can make a name look like another. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** `ESC` as ␛, and what has no picture of its own by its number. */
function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : escaped(character);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text from outside as one line that a terminal only shows. */
export const visible = (text: string): string => text.replace(INVISIBLE, picture);

/** As `visible`, for a text of several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** JSON for a terminal: what JSON leaves as it is, it takes escaped just as well. */
export const visibleJson = (value: unknown): string => JSON.stringify(value).replace(INVISIBLE, escaped);
