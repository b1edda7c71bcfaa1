import { FudebakoError } from '#core/base/errors.ts';
import { showError } from '../notices/error-queue.ts';
import { isHidden, rememberFolder } from './file-folders.ts';
import { kindOf } from './file-kinds.ts';
import { MAX_FILES } from './file-limit.ts';

/** Maximum depth of nested folders, because a visitor may drop a whole disk. */
const MAX_DEPTH = 32;

/** Returns the files of a drop, sorted by name within each folder. Must read `entries` during the drop event. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found: Found = { files: [], hasMore: false };
  for (const entry of entries) await collect(entry, '', 0, found);
  if (found.hasMore) showError(new FudebakoError('folderTooLarge', { max: MAX_FILES }));
  return found.files;
}

interface Found {
  readonly files: File[];
  /** True if files beyond the limit were skipped. */
  hasMore: boolean;
}

async function collect(entry: FileSystemEntry, folder: string, depth: number, found: Found): Promise<void> {
  if (found.hasMore || depth > MAX_DEPTH || (depth > 0 && isHidden(entry.name))) return;
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      // Skips files inside folders if no tool supports their type.
      if (depth > 0 && !kindOf(file)) return;
      if (found.files.length < MAX_FILES) found.files.push(rememberFolder(folder, file));
      else found.hasMore = true;
      return;
    }
    const inside = await entriesOf(entry as FileSystemDirectoryEntry);
    const isCut = inside.length > MAX_FILES;
    inside.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const each of inside) await collect(each, folder ? `${folder}/${entry.name}` : entry.name, depth + 1, found);
    if (isCut) found.hasMore = true;
  } catch {}
}

/** Returns the entries of a folder. Browsers return entries in chunks; an empty chunk marks the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0 || all.length > MAX_FILES) return all;
    all.push(...part);
  }
}
