import { safeFileName } from './safe-names.ts';

/** Placeholders of a file name pattern. */
export const NAME_FIELDS = ['name', 'index', 'width', 'height', 'ext'] as const;
export type NameField = (typeof NAME_FIELDS)[number];

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
  /** The source's name without extension. */
  readonly name: string;
  /** Counts from 1. */
  readonly index: number;
  /** The result's size in pixels. */
  readonly width: number;
  readonly height: number;
  /** The result's extension without the dot. */
  readonly ext: string;
}

/** Characters that some system forbids in file names, including path separators. */
const UNFIT = /[\\/:*?"<>|\p{Cc}]/u;

/** Parses a pattern such as `{name}-{index:03}.{ext}`; `{{` and `}}` are literal braces. Throws NamePatternError. */
export function parseNamePattern(pattern: string): NamePattern {
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
      pieces.push(parseField(pattern.slice(at + 1, end)));
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

function parseField(text: string): Piece {
  const [field = '', format] = text.split(/:(.*)/s);
  const known = NAME_FIELDS.find((name) => name === field);
  if (!known) throw new NamePatternError({ kind: 'field', text: `{${text}}` });
  if (format === undefined) return { field: known, digits: 1 };
  const digits = /^0[1-9]$/.test(format) && known !== 'name' && known !== 'ext' ? Number(format) : MAX_DIGITS + 1;
  if (digits > MAX_DIGITS) throw new NamePatternError({ kind: 'digits', text: `{${text}}` });
  return { field: known, digits };
}

/** Returns a safe file name that always ends in the result's extension. */
export function nameAfter({ pieces }: NamePattern, parts: NameParts): string {
  const [dot, last] = pieces.slice(-2);
  const isEnd = dot === '.' && typeof last === 'object' && last.field === 'ext';
  const stem = (isEnd ? pieces.slice(0, -2) : pieces)
    .map((piece) => (typeof piece === 'string' ? piece : String(parts[piece.field]).padStart(piece.digits, '0')))
    .join('');
  return safeFileName(`${safeFileName(stem) || '_'}.${parts.ext}`);
}
