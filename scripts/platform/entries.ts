import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface FolderEntry {
  readonly name: string;
  /** True if the file name is not UTF-8. `name` then shows bytes as `\xff`, and no file can be opened by `name`. */
  readonly isLossy: boolean;
  readonly isFolder: boolean;
  /** True for a file, a symlink to a file, or a broken symlink. False for a pipe or a device. */
  readonly isFile: () => boolean;
}

/** Node.js decodes invalid UTF-8 to this character, which a valid name may also contain. */
const REPLACEMENT = '\ufffd';

export function readEntries(folder: string): FolderEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes(REPLACEMENT)))
    return entries.map((entry) => describeEntry(folder, entry, entry.name, false));
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }).map((entry) => {
    const name = entry.name.toString();
    const isLossy = !Buffer.from(name).equals(entry.name);
    return describeEntry(folder, entry, isLossy ? showBytes(entry.name) : name, isLossy);
  });
}

interface EntryKind {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function describeEntry(folder: string, entry: EntryKind, name: string, isLossy: boolean): FolderEntry {
  const isFile = () => (entry.isSymbolicLink() ? leadsToFile(join(folder, name)) : entry.isFile());
  return { name, isLossy, isFolder: entry.isDirectory(), isFile };
}

/** True for a file or a broken symlink. Opening a broken symlink later reports the missing file. */
function leadsToFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return true;
  }
}

/** Decodes a file name. Shows every byte outside of ASCII as `\xff`. */
const showBytes = (name: Uint8Array) =>
  Buffer.from(name)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
