/**
 * Caps on settings, rows and time, for what comes from outside; those of pictures stand in
 * `limits.ts`. Each is well above what the tools write themselves.
 */

/** A recipe, a file of flags' values, pasted settings. */
export const SETTINGS_LIMITS = {
  /** Bytes of a file, characters of a text: a mask of a million points is about 30 MB. */
  size: 64_000_000,
  /** Objects and lists inside each other; the deepest that is declared has 8. */
  depth: 64,
  /** Names in one object; the largest that is declared has about 50. */
  keys: 1000,
} as const;

/** A link to a recipe. */
export const LINK_LIMITS = {
  /** Of the fragment: what mail programs and chats still take for one address. */
  characters: 8192,
  /** What it may inflate to. */
  inflatedBytes: 262_144,
} as const;

/** A command that was copied. */
export const COMMAND_LIMITS = {
  /** As shells take it at most. */
  characters: 2_000_000,
  /** Of it, what shows whether it is one of ours. */
  beginning: 200,
} as const;

/** A file of rows. */
export const ROWS_LIMITS = {
  /** Bytes: a million rows of 500. */
  size: 512_000_000,
  /** Characters of a cell or of a line of JSON. */
  cell: 1_000_000,
  /** Cells of a row. */
  columns: 1000,
} as const;

/**
 * Seconds without any progress (bytes read or written, a fraction done, a part begun) after which a
 * job is ended, and the next file goes on. Time in which the command itself is suspended does not count.
 */
export const STALL_SECONDS = {
  /** While a file is read and taken apart. */
  reading: 10,
  /** In addition for each megapixel while a picture is decoded, as a codec does not say how far it is. */
  decodingPerMegapixel: 1,
  /** While what has been read is worked on and written: a codec's one call for a large picture takes minutes. */
  working: 600,
  /**
   * On the page in addition, while a worker that reads still answers: it may wait for a part of the
   * program to come over a slow network. Also for the worker's own script.
   */
  loading: 60,
} as const;

/** What a job is allowed at the moment: time for reading, for a picture's decoder, or for its real work. */
export type StallPhase = 'reading' | 'decoding' | 'working';
