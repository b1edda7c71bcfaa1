import { baseName, extensionOf } from './files.ts';

/** Device names that Windows reserves, with or without an extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Matches separators, characters forbidden on Windows, control characters, lone surrogates, U+FFFD and bidi controls. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cs}\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Maximum UTF-8 bytes of a file name. File systems allow 255 bytes; the rest is for a suffix such as ` (2)`. */
export const MAX_NAME_BYTES = 230;

export const utf8Length = (text: string): number => new TextEncoder().encode(text).length;

/** Replaces leading dots and characters that any file system forbids. Returns an empty string if nothing remains. */
export function safeFileName(name: string): string {
  const fit = name
    .replace(UNFIT, '_')
    .trim()
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '')
    .replace(DEVICES, '_$&');
  return shortened(fit);
}

/** Makes every folder name of a path safe and removes empty and `.` segments. */
export function safeFolder(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => safeFileName(part) || '_')
    .join('/');
}

/** Shortens a file name at a character boundary, and preserves the extension. */
function shortened(name: string): string {
  if (utf8Length(name) <= MAX_NAME_BYTES) return name;
  const extension = name.slice(baseName(name).length);
  const end = utf8Length(extension) < MAX_NAME_BYTES / 2 ? extension : '';
  return shortenedTo(name.slice(0, name.length - end.length), MAX_NAME_BYTES - utf8Length(end)) + end;
}

/** Returns the start of a text of at most `bytes` UTF-8 bytes, without spaces at its end. */
export function shortenedTo(text: string, bytes: number): string {
  let start = '';
  let room = bytes;
  for (const character of text) {
    room -= utf8Length(character);
    if (room < 0) break;
    start += character;
  }
  return start.trimEnd();
}

/** Returns a function that makes file names unique: the second `a/photo.png` becomes `a/photo (2).png`. */
export function createUniqueNames(): (path: string) => string {
  const used = new Set<string>();
  // Next number for each name. Counting from 2 again for every equal name would take quadratic time.
  const counts = new Map<string, number>();
  // Returns a path normalized for comparison, because some file systems ignore case or Unicode composition.
  const keyOf = (path: string) => path.normalize('NFC').toLowerCase();
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const name = path.slice(folder.length);
    const extension = extensionOf(name) && name.slice(baseName(name).length);
    let unique = path;
    let count = counts.get(keyOf(path)) ?? 2;
    for (; used.has(keyOf(unique)); count++) unique = `${folder}${baseName(name)} (${count})${extension}`;
    counts.set(keyOf(path), count);
    used.add(keyOf(unique));
    return unique;
  };
}

export const uniqueNames = (paths: readonly string[]): string[] => paths.map(createUniqueNames());
