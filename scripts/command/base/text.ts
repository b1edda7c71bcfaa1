/** Matches control characters and bidirectional marks, which could disguise a file name on a terminal. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a visible character for a control character, for example ␛ for `ESC`, or an escape such as `\u009b`. */
function symbolOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : escaped(character);
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const escapeControls = (text: string): string => text.replace(INVISIBLE, symbolOf);

export const escapeControlLines = (text: string): string => text.split('\n').map(escapeControls).join('\n');

/** Returns JSON that is safe for a terminal. Also escapes the control characters that JSON allows. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replace(INVISIBLE, escaped);
