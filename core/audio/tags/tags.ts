/** What a media file says about itself. */
export interface MediaTags {
  title?: string;
  description?: string;
  artist?: string;
  album?: string;
  albumArtist?: string;
  genre?: string;
  comment?: string;
  lyrics?: string;
  /** `2017`, `2017-05` or `2017-05-31`. */
  date?: string;
  trackNumber?: number;
  tracksTotal?: number;
  discNumber?: number;
  discsTotal?: number;
  images?: AttachedPicture[];
  /** Text of the original tags by their own names, as `TIT2` or `INAM`. */
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

/** `a`, filled up with what only `b` knows. */
export function mergeTags(a: MediaTags, b: MediaTags): MediaTags {
  return { ...b, ...a, ...(a.raw || b.raw ? { raw: { ...b.raw, ...a.raw } } : {}) };
}

/** True where there is nothing to show or to carry. */
export function hasNoTags({ raw: _, ...tags }: MediaTags): boolean {
  return Object.values(tags).every((value) => value === undefined);
}

/** Sets a tag unless it has a value already: the first one of a file counts. */
export function setText(tags: MediaTags, name: TextTag, value: string): void {
  const text = value.trim();
  if (text !== '' && tags[name] === undefined) tags[name] = text;
}

/** `3/12` → number 3 of 12; what is not a positive number is left out. */
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

/** The date in a tag's text as far as it is one, without its time of day. */
export function dateOf(text: string): string | undefined {
  return /^\d{4}(-\d{2}(-\d{2})?)?/.exec(text.trim())?.[0];
}

/** `3/12`, `3`, or `undefined` where there is no number. */
export function numberOfTotal(number: number | undefined, total: number | undefined): string | undefined {
  if (number === undefined) return undefined;
  return total === undefined ? String(number) : `${number}/${total}`;
}
