/** Limits for settings, table rows and processing time. Limits of media are in `limits.ts`. */

/** Limits of untrusted JSON: a recipe, a file with flag values, or pasted settings. */
export const SETTINGS_LIMITS = {
  /** Maximum bytes or characters of untrusted JSON; a mask of a million points has about 30 MB. */
  size: 64_000_000,
  /** Maximum nesting depth of JSON; the parameters of operations have at most 8 levels. */
  depth: 64,
  /** Maximum keys of a JSON object; the largest valid object has about 50 keys. */
  keys: 1000,
} as const;

export const LINK_LIMITS = {
  /** Maximum characters of a link's URL fragment; mail and chat programs cut off longer links. */
  characters: 8192,
  inflatedBytes: 262_144,
} as const;

export const ROWS_LIMITS = {
  /** Maximum bytes of a table, enough for a million rows of 500 bytes. */
  size: 512_000_000,
  cell: 1_000_000,
  columns: 1000,
} as const;

/** Seconds without progress after which a job is stopped. Time in which the process is suspended doesn't count. */
export const STALL_SECONDS = {
  /** Maximum seconds without progress while a job reads and parses an input file. */
  reading: 10,
  /** Additional seconds without progress per megapixel of an image, because codecs report no progress. */
  decodingPerMegapixel: 1,
  /** Additional seconds for FFmpeg to start on a busy machine. */
  startingFfmpeg: 20,
  /** Additional seconds per megabyte of audio, because FFmpeg reports no progress. */
  decodingPerMegabyte: 0.5,
  /** Maximum seconds without progress during processing; one codec call for a large image can take minutes. */
  working: 600,
  /** Seconds added in the page to the limits of reading and decoding, because scripts may load over a slow network. */
  loading: 60,
} as const;

export type StallPhase = 'reading' | 'decoding' | 'working';
