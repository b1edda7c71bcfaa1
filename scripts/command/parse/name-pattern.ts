import {
  NAME_FIELDS,
  type NamePattern,
  NamePatternError,
  type NamePatternProblem,
  parseNamePattern,
} from '#core/base/name-pattern.ts';
import { UsageError } from '../base/errors.ts';

const sentences: Readonly<Record<NamePatternProblem['kind'], (text: string) => string>> = {
  field: (text) => `Unknown field ${text}. Use ${PATH_FIELDS.map((name) => `{${name}}`).join(', ')}.`,
  digits: (text) => `${text}: Only numbers can be zero-padded, as in {index:03}.`,
  brace: (text) => `Unmatched ${text}. Type it twice to use it as text.`,
  character: (text) => `A file name can't contain ${text}.`,
  length: (text) => `The pattern can have at most ${text} characters.`,
};

/** A pattern for a path in the output folder, as one pattern per folder and one for the file name. */
export interface PathPattern {
  readonly folders: readonly NamePattern[];
  readonly file: NamePattern;
  /** True if the pattern sets the result's folder. Otherwise, the result has the same folder as its input. */
  readonly placesFolders: boolean;
  readonly needsSize: boolean;
}

/** Parses `--name`. Slashes separate folders. Throws UsageError. */
export function readNamePattern(pattern: string): PathPattern {
  try {
    const parts = pattern.split('/').map((part, index, all) => {
      // Rejects an empty segment, `.` and `..`, which are not names of subfolders.
      if (/^\.{0,2}$/.test(part) && index < all.length - 1)
        throw new NamePatternError({ kind: 'character', text: '/' });
      return parseNamePattern(part, PATH_FIELDS);
    });
    const [file, folders] = [parts.at(-1) as NamePattern, parts.slice(0, -1)];
    const placesFolders = parts.some(({ pieces }) => pieces.some((piece) => isField(piece, 'dir')));
    return { folders, file, placesFolders, needsSize: parts.some(({ needsSize }) => needsSize) };
  } catch (error) {
    if (!(error instanceof NamePatternError)) throw error;
    const { kind, text } = error.problem;
    throw new UsageError(`--name: ${sentences[kind](text)}`);
  }
}

const PATH_FIELDS = [...NAME_FIELDS, 'dir', 'source-ext'] as const;

export const isField = (piece: NamePattern['pieces'][number], field: string) =>
  typeof piece === 'object' && piece.field === field;
