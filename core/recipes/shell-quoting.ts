/** What a line is pasted into: sh and its kin (dash, bash, zsh) with fish, or PowerShell (7.3 and later). */
export type Shell = 'posix' | 'powershell';

/** A terminal may obey these even between quotes: an ESC can end a paste, and the rest is typed. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** What every shell takes as it is. A `-` before letters is split at a point by PowerShell, a `=` in front is a path to zsh. */
const PLAIN = /^(?:[\w/.+][\w/.:=+-]*|-{1,2}\d[\d.]*|--[a-z-]+)$/;

/**
 * A word as the shells read it back, whatever is in it; a control character, which no shell can be
 * given, becomes U+FFFD.
 *
 * Between single quotes sh takes everything, and fish everything but a backslash before another or
 * before the quote: those and the quote itself stand between double quotes. To PowerShell
 * typographic single quotes are quotes as well, and any of them is doubled.
 */
export function quoteWord(text: string, shell: Shell): string {
  const word = text.replace(CONTROLS, '\uFFFD');
  if (PLAIN.test(word)) return word;
  if (shell === 'powershell') return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  const parts = word.split(/('|\\(?=[\\']|$))/);
  // Every second part is a separator.
  const quoted = parts.map((part, index) => (index % 2 === 0 ? part && `'${part}'` : part === "'" ? `"'"` : '"\\\\"'));
  return quoted.join('') || "''";
}

/** JSON without the characters that are hard to quote, as far as JSON can say them in another way. */
export function quotableJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('\\\\', escaped('\\'))
    .replace(/['\u2018-\u201b\u007f-\u009f]/g, escaped);
}
