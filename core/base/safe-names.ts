import { baseName, extensionOf } from './files.ts';

/** What Windows keeps for devices, whatever extension follows. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** Separators, what Windows has no names with, controls, half characters, and what turns the order of letters around. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** File systems count bytes; what is added to make a name unique has to fit as well. */
const MAX_BYTES = 230;

/**
 * A name that every file system takes as one file's, without a way to another folder: unfit characters
 * become `_`, and so do dots in front, which would hide the file.
 *
 * @returns an empty text where nothing of the name is left
 */
export function safeFileName(name: string): string {
  const fit = name
    .replace(UNFIT, '_')
    .trim()
    .replace(/^\.+/, '_')
    .replace(/[. ]+$/, '')
    .replace(DEVICES, '_$&');
  return shortened(fit);
}

/** A path of folders, each with a safe name, parted by `/`; steps to the same folder are left out. */
export function safeFolder(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.')
    .map((part) => safeFileName(part) || '_')
    .join('/');
}

/** The extension stays; the name before it ends where there is no more room, between two characters. */
function shortened(name: string): string {
  const bytes = new TextEncoder();
  const lengthOf = (text: string) => bytes.encode(text).length;
  if (lengthOf(name) <= MAX_BYTES) return name;
  const extension = name.slice(baseName(name).length);
  const end = lengthOf(extension) < MAX_BYTES / 2 ? extension : '';
  let start = '';
  let room = MAX_BYTES - lengthOf(end);
  for (const character of name.slice(0, name.length - end.length)) {
    room -= lengthOf(character);
    if (room < 0) break;
    start += character;
  }
  return start.trimEnd() + end;
}

/** Gives names that are not taken yet: the second `a/photo.png` is `a/photo (2).png`. */
export function createUniqueNames(): (path: string) => string {
  const taken = new Set<string>();
  // Thousands of one name would otherwise each count from the beginning.
  const counts = new Map<string, number>();
  // Systems that make no difference between cases or compositions of a letter would write over the other.
  const keyOf = (path: string) => path.normalize('NFC').toLowerCase();
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const name = path.slice(folder.length);
    const extension = extensionOf(name) && name.slice(baseName(name).length);
    let unique = path;
    let count = counts.get(keyOf(path)) ?? 2;
    for (; taken.has(keyOf(unique)); count++) unique = `${folder}${baseName(name)} (${count})${extension}`;
    counts.set(keyOf(path), count);
    taken.add(keyOf(unique));
    return unique;
  };
}

/** The names with `(2)`, `(3)` … on those that were there before, as an archive needs them. */
export const uniqueNames = (paths: readonly string[]): string[] => paths.map(createUniqueNames());
