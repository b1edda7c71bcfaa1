export interface MediaTags {
  title?: string;
  description?: string;
  artist?: string;
  album?: string;
  albumArtist?: string;
  genre?: string;
  comment?: string;
  lyrics?: string;
  /** Release date as `2017`, `2017-05` or `2017-05-31`. */
  date?: string;
  trackNumber?: number;
  tracksTotal?: number;
  discNumber?: number;
  discsTotal?: number;
  images?: AttachedPicture[];
  /** Text tags by their names in the file, for example `TIT2` or `INAM`. */
  raw?: Record<string, string>;
}

export interface AttachedPicture {
  readonly data: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly kind: 'coverFront' | 'coverBack' | 'unknown';
  readonly name?: string;
  readonly description?: string;
}

export type TextTag =
  | 'title'
  | 'description'
  | 'artist'
  | 'album'
  | 'albumArtist'
  | 'genre'
  | 'comment'
  | 'lyrics'
  | 'date';

/** Merges two sets of tags: returns the tags of `a`, and the tags of `b` that `a` lacks. */
export function mergeTags(a: MediaTags, b: MediaTags): MediaTags {
  return { ...b, ...a, ...(a.raw || b.raw ? { raw: { ...b.raw, ...a.raw } } : {}) };
}

/** True for empty tags. Raw tags are ignored. */
export function hasNoTags({ raw: _, ...tags }: MediaTags): boolean {
  return Object.values(tags).every((value) => value === undefined);
}

/** Sets a tag unless it has a value: the first value in a file counts. */
export function setText(tags: MediaTags, name: TextTag, value: string): void {
  const text = value.trim();
  if (text !== '' && tags[name] === undefined) tags[name] = text;
}

/** Sets a track or disc number and a total: 3 and 12 for `3/12`. Ignores values other than positive integers. */
export function setNumberOfTotal(
  tags: MediaTags,
  value: string,
  number: 'trackNumber' | 'discNumber',
  total: 'tracksTotal' | 'discsTotal',
): void {
  const [first, second] = value.split('/').map((part) => Number.parseInt(part, 10));
  if (first !== undefined && first > 0) tags[number] ??= first;
  if (second !== undefined && second > 0) tags[total] ??= second;
}

/** Returns the date at the start of a tag's text, without the time of day; `undefined` for text without a date. */
export function dateOf(text: string): string | undefined {
  return /^\d{4}(-\d{2}(-\d{2})?)?/.exec(text.trim())?.[0];
}

/** Formats a track or disc number and a total as `3/12` or `3`; returns `undefined` without a number. */
export function numberOfTotal(number: number | undefined, total: number | undefined): string | undefined {
  if (number === undefined) return undefined;
  return total === undefined ? String(number) : `${number}/${total}`;
}
