/** Regular expressions that match the characters of a script, by ISO 15924 code. */

const scripts: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['Latn', /\p{Script=Latin}/u],
  ['Hira', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Bopomofo}]/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Laoo', /\p{Script=Lao}/u],
  ['Khmr', /\p{Script=Khmer}/u],
  ['Mymr', /\p{Script=Myanmar}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Guru', /\p{Script=Gurmukhi}/u],
  ['Gujr', /\p{Script=Gujarati}/u],
  ['Orya', /\p{Script=Oriya}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Telu', /\p{Script=Telugu}/u],
  ['Knda', /\p{Script=Kannada}/u],
  ['Mlym', /\p{Script=Malayalam}/u],
  ['Sinh', /\p{Script=Sinhala}/u],
  ['Tibt', /\p{Script=Tibetan}/u],
  ['Syrc', /\p{Script=Syriac}/u],
  ['Mong', /\p{Script=Mongolian}/u],
  ['Nkoo', /\p{Script=Nko}/u],
  ['Armn', /\p{Script=Armenian}/u],
  ['Geor', /\p{Script=Georgian}/u],
  ['Ethi', /\p{Script=Ethiopic}/u],
];

/** Matches punctuation, digits, spaces and marks, which take the script of neighboring characters. */
const COMMON = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Scripts whose letters connect, such as Arabic. Letter spacing would tear their words apart. */
const connected = new Set(['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru']);

/** Language by script, for scripts with language-specific shaping rules; other scripts are shaped as English. */
const languages: Readonly<Record<string, string>> = { Hira: 'ja', Arab: 'ar', Hebr: 'he', Deva: 'hi', Hang: 'ko' };

export const languageOf = (script: string): string => languages[script] ?? 'en';

export const isConnected = (script: string): boolean => connected.has(script);

const known = new Map<number, string | undefined>();

function ownScript(grapheme: string): string | undefined {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  if (known.has(codePoint)) return known.get(codePoint);
  const first = String.fromCodePoint(codePoint);
  const script = COMMON.test(first) ? undefined : (scripts.find(([, pattern]) => pattern.test(first))?.[0] ?? 'Zzzz');
  known.set(codePoint, script);
  return script;
}

/**
 * Common characters, such as punctuation, take the script of the preceding letter; at the start, of the following
 * letter. Common characters between Japanese and other text count as Japanese.
 */
export function resolveScripts(graphemes: readonly string[], fallback: string): string[] {
  const own = graphemes.map(ownScript);
  const after = new Array<string | undefined>(own.length);
  for (let index = own.length - 1, next: string | undefined; index >= 0; index--) {
    after[index] = next;
    next = own[index] ?? next;
  }
  let before: string | undefined;
  return own.map((script, index) => {
    if (script) {
      before = script;
      return script;
    }
    const next = after[index];
    if (before === 'Hira' || next === 'Hira') return 'Hira';
    return before ?? next ?? fallback;
  });
}
