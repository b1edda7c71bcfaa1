import type { Id3Frame } from './id3-frames.ts';

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

/** The tags of a file, with everything that a copy of the tags needs. */
export interface SourceTags extends MediaTags {
  /** All tags that ID3 frames can hold, also those that no other field states. */
  readonly frames?: readonly Id3Frame[];
  /** Names of tags that can't be copied. */
  readonly dropped?: readonly string[];
}

/** Returns the fields of tags without what only a copy needs. */
export function describedTags({ frames: _, dropped: __, ...tags }: SourceTags): MediaTags {
  return tags;
}

/** True for tags with nothing to write. Raw tags are ignored. */
export function hasNoTags({ raw: _, dropped: __, ...tags }: SourceTags): boolean {
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
