/** `posix` is sh, dash, bash, zsh and fish; `powershell` is PowerShell 7.3 or later. */
export type Shell = 'posix' | 'powershell';

/** Shells may execute control characters even in quotes: ESC can end a paste. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Words without quotes. PowerShell splits `-name.value`, and zsh expands a leading `=`. */
const PLAIN = /^(?:[\w/.+][\w/.:=+-]*|-{1,2}\d[\d.]*|--[a-z-]+)$/;

/**
 * Quotes a word; control characters become U+FFFD. Quotes and backslashes are put between double quotes, because fish
 * interprets backslashes in single quotes. Every quote is doubled for PowerShell, where typographic quotes end strings.
 */
export function quoteWord(text: string, shell: Shell): string {
  const word = text.replace(CONTROLS, '\uFFFD');
  if (PLAIN.test(word)) return word;
  if (shell === 'powershell') return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  const parts = word.split(/('|\\(?=[\\']|$))/);
  // Odd indices are quotes and backslashes.
  const quoted = parts.map((part, index) => (index % 2 === 0 ? part && `'${part}'` : part === "'" ? `"'"` : '"\\\\"'));
  return quoted.join('') || "''";
}

/** Writes quotes and backslashes as Unicode escapes, which need little shell quoting. */
export function quotableJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('\\\\', escaped('\\'))
    .replace(/['\u2018-\u201b\u007f-\u009f]/g, escaped);
}
