/** Syntax for quoting. `posix` covers sh, dash, bash, zsh and fish; `powershell` is PowerShell 7.3 or later. */
export type Shell = 'posix' | 'powershell';

/** Control characters, which can take effect even in quotes: ESC can end a paste and execute the rest. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Words that need no quotes in any shell. PowerShell splits `-name.value`, and zsh expands a leading `=`. */
const PLAIN = /^(?:[\w/.+][\w/.:=+-]*|-{1,2}\d[\d.]*|--[a-z-]+)$/;

/**
 * Quotes a word for the shell; control characters become U+FFFD. Quotes and backslashes go between double quotes,
 * because fish interprets them even in single quotes. PowerShell also ends strings at typographic quotes, so every
 * quote is doubled.
 */
export function quoteWord(text: string, shell: Shell): string {
  const word = text.replace(CONTROLS, '\uFFFD');
  if (PLAIN.test(word)) return word;
  if (shell === 'powershell') return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  const parts = word.split(/('|\\(?=[\\']|$))/);
  // Parts at odd indexes are the separators: quotes and backslashes.
  const quoted = parts.map((part, index) => (index % 2 === 0 ? part && `'${part}'` : part === "'" ? `"'"` : '"\\\\"'));
  return quoted.join('') || "''";
}

/** Returns JSON with quotes and backslashes as Unicode escapes, which need less shell quoting. */
export function quotableJson(value: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value)
    .replaceAll('\\\\', escaped('\\'))
    .replace(/['\u2018-\u201b\u007f-\u009f]/g, escaped);
}
