import { kindOf } from '../file-kinds.ts';
import { isHidden, placeIn } from './file-places.ts';

/** Deeper folders, and files past so many, are left where they are: a drop may be a whole disk. */
const MAX_DEPTH = 32;
const MAX_FILES = 20_000;

/**
 * The files of what was dropped, folders with all that is in them, by name. A folder that cannot be read has none.
 * @param entries taken from the drop while it lasted
 */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found: File[] = [];
  for (const entry of entries) await collect(entry, '', 0, found);
  return found;
}

async function collect(entry: FileSystemEntry, folder: string, depth: number, found: File[]): Promise<void> {
  if (found.length >= MAX_FILES || depth > MAX_DEPTH || (depth > 0 && isHidden(entry.name))) return;
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      // Of what only lay in a folder, what no tool opens is not meant.
      if (depth === 0 || kindOf(file)) found.push(placeIn(folder, file));
      return;
    }
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    inside.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const each of inside) await collect(each, folder ? `${folder}/${entry.name}` : entry.name, depth + 1, found);
  } catch {
    // What went away meanwhile, or may not be read, is not there.
  }
}

/** Browsers hand a folder's entries over in parts, the last of which is empty. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0 || all.length >= MAX_FILES) return all;
    all.push(...part);
  }
}
