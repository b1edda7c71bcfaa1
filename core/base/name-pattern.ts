import { MAX_NAME_BYTES, safeFileName, shortenedTo, utf8Length } from './safe-names.ts';

export const NAME_FIELDS = ['name', 'index', 'width', 'height', 'ext'] as const;
/** Placeholders of a file name pattern. Only the command has `dir` and `source-ext`: folder and extension of the source. */
export type NameField = (typeof NAME_FIELDS)[number] | 'dir' | 'source-ext';

const TEXTS: readonly NameField[] = ['name', 'ext', 'dir', 'source-ext'];

export const DEFAULT_NAME_PATTERN = '{name}.{ext}';
export const MAX_NAME_PATTERN_LENGTH = 200;

const MAX_DIGITS = 9;

export interface NamePatternProblem {
  readonly kind: 'field' | 'digits' | 'brace' | 'character' | 'length';
  readonly text: string;
}

export class NamePatternError extends Error {
  override readonly name = 'NamePatternError';

  constructor(readonly problem: NamePatternProblem) {
    super(`${problem.kind}: ${problem.text}`);
  }
}

type Piece = string | { readonly field: NameField; readonly digits: number };

export interface NamePattern {
  readonly pieces: readonly Piece[];
  readonly needsSize: boolean;
}

export interface NameParts {
  readonly name: string;
  /** Index of the file in the batch, counted from 1. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly ext: string;
  /** Folders of the source file, joined into one folder name. */
  readonly dir?: string;
  /** Extension of the source file, in lower case and without the dot. */
  readonly 'source-ext'?: string;
}

/** Matches characters that at least one operating system forbids in file names, including path separators. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]/u;

/** Parses a pattern such as `{name}-{index:03}.{ext}`; `{{` and `}}` are braces. Throws NamePatternError. */
export function parseNamePattern(pattern: string, known: readonly NameField[] = NAME_FIELDS): NamePattern {
  if (pattern.length > MAX_NAME_PATTERN_LENGTH)
    throw new NamePatternError({ kind: 'length', text: String(MAX_NAME_PATTERN_LENGTH) });
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] as string;
    if (pattern.startsWith('{{', at) || pattern.startsWith('}}', at)) {
      pieces.push(character);
      at += 2;
    } else if (character === '{') {
      const end = pattern.indexOf('}', at);
      if (end < 0) throw new NamePatternError({ kind: 'brace', text: character });
      pieces.push(parseField(pattern.slice(at + 1, end), known));
      at = end + 1;
    } else if (character === '}') throw new NamePatternError({ kind: 'brace', text: character });
    else {
      if (UNFIT.test(character)) throw new NamePatternError({ kind: 'character', text: character });
      pieces.push(character);
      at++;
    }
  }
  const fields = pieces.filter((piece) => typeof piece !== 'string');
  return { pieces, needsSize: fields.some(({ field }) => field === 'width' || field === 'height') };
}

function parseField(text: string, fields: readonly NameField[]): Piece {
  const [field = '', format] = text.split(/:(.*)/s);
  const known = fields.find((name) => name === field);
  if (!known) throw new NamePatternError({ kind: 'field', text: `{${text}}` });
  if (format === undefined) return { field: known, digits: 1 };
  const digits = /^0[1-9]$/.test(format) && !TEXTS.includes(known) ? Number(format) : MAX_DIGITS + 1;
  if (digits > MAX_DIGITS) throw new NamePatternError({ kind: 'digits', text: `{${text}}` });
  return { field: known, digits };
}

/** Fills in a file name pattern. Returns a safe file name that always ends in the result's extension. */
export function nameAfter({ pieces, needsSize }: NamePattern, parts: NameParts): string {
  const [dot, last] = pieces.slice(-2);
  const isEnd = dot === '.' && typeof last === 'object' && last.field === 'ext';
  const stem = stemAfter({ pieces: isEnd ? pieces.slice(0, -2) : pieces, needsSize }, parts);
  return safeFileName(`${stem || '_'}.${parts.ext}`);
}

const textOf = ({ field, digits }: Exclude<Piece, string>, parts: NameParts): string =>
  TEXTS.includes(field) ? String(parts[field] ?? '') : String(parts[field]).padStart(digits, '0');

/** Fills in a pattern and makes the name safe, without an extension. Empty string if no characters remain. */
export function stemAfter({ pieces }: NamePattern, parts: NameParts): string {
  const texts = pieces.map((piece) => (typeof piece === 'string' ? piece : textOf(piece, parts)));
  // If a file has no extension, also drops the separator before the placeholder `{source-ext}`.
  for (const [index, piece] of pieces.entries())
    if (typeof piece === 'object' && piece.field === 'source-ext' && texts[index] === '' && index > 0)
      texts[index - 1] = texts[index - 1]?.replace(/^[-_. ]$/, '') ?? '';
  // If `{dir}` is empty, also drops the separator after the placeholder `{dir}`.
  for (const [index, piece] of pieces.entries())
    if (typeof piece === 'object' && piece.field === 'dir' && texts[index] === '')
      texts[index + 1] = texts[index + 1]?.replace(/^[-_. ]$/, '') ?? '';
  // Shortens the source's name rather than the end of a long name, which may tell results apart.
  const excess = utf8Length(texts.join('')) + utf8Length(`.${parts.ext}`) - MAX_NAME_BYTES;
  const at = pieces.findIndex((piece) => typeof piece === 'object' && piece.field === 'name');
  if (excess > 0 && at >= 0) texts[at] = shortenedTo(parts.name, Math.max(0, utf8Length(parts.name) - excess));
  return safeFileName(texts.join(''));
}
