/** Shell to quote words for: `posix` is sh, dash, bash, zsh and fish; `powershell` is PowerShell 7.3 or later. */
export type Shell = 'posix' | 'powershell';

/** Matches control characters, which shells may execute even in quotes: ESC can end a paste. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Matches words that need no quotes. PowerShell splits `-name.value`, and zsh expands a leading `=`. */
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
  // After splitting, parts at even indices are text to quote; parts at odd indices are quotes and backslashes.
  const quoted = parts.map((part, index) => (index % 2 === 0 ? part && `'${part}'` : part === "'" ? `"'"` : '"\\\\"'));
  return quoted.join('') || "''";
}

/** Returns JSON that needs little shell quoting: quotes and backslashes in strings are written as Unicode escapes. */
export function quotableJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('\\\\', escaped('\\'))
    .replace(/['\u2018-\u201b\u007f-\u009f]/g, escaped);
}
