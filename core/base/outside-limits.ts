/** Limits for settings, rows and time. Limits of media are in `limits.ts`. */

/** Limits of a recipe, a file with flag values, or pasted settings. */
export const SETTINGS_LIMITS = {
  /** Maximum bytes or characters; a mask of a million points has about 30 MB. */
  size: 64_000_000,
  /** Maximum nesting depth of JSON; the parameters of operations have at most 8 levels. */
  depth: 64,
  /** Maximum keys of an object; the largest declared object has about 50. */
  keys: 1000,
} as const;

export const LINK_LIMITS = {
  /** Maximum characters of a link's fragment that mail and chat programs accept. */
  characters: 8192,
  inflatedBytes: 262_144,
} as const;

export const ROWS_LIMITS = {
  /** Maximum bytes of a table, enough for a million rows of 500 bytes. */
  size: 512_000_000,
  /** Maximum characters of a table cell or of a line of JSON. */
  cell: 1_000_000,
  columns: 1000,
} as const;

/** Seconds without progress after which a job is stopped, excluding time in which the process is suspended. */
export const STALL_SECONDS = {
  /** Seconds for reading and parsing an input file. */
  reading: 10,
  /** Additional seconds per megapixel of an image, because codecs report no progress. */
  decodingPerMegapixel: 1,
  /** Seconds for processing and writing; one codec call for a large image can take minutes. */
  working: 600,
  /** Additional seconds in the page, for loading scripts over a slow network. */
  loading: 60,
} as const;

export type StallPhase = 'reading' | 'decoding' | 'working';
