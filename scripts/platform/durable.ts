import { mkdir, open } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';

/** Codes of file systems, and systems, that have no fsync for this kind of file. */
const UNSUPPORTED = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** A folder that may be written to but not read, and any folder on Windows, cannot be opened. */
const UNOPENABLE = ['EACCES', 'EPERM', 'EISDIR'];

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/** Writes a file's content to the disk, so that it survives a power cut. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } catch (error) {
    if (!UNSUPPORTED.includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes folders' entries to the disk, so that the names of new files survive a power cut. Does
 * nothing on Windows, whose file systems log names by themselves.
 */
export async function syncFolders(folders: Iterable<string>): Promise<void> {
  if (process.platform === 'win32') return;
  for (const folder of folders) await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (![...UNSUPPORTED, ...UNOPENABLE].includes(codeOf(error))) throw error;
  }
}

/**
 * Makes a folder and the missing folders above it.
 * @returns the folders whose entries changed: the parents of all new ones
 */
export async function makeFolders(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return [];
  const [top, root] = [resolve(first), parse(resolve(folder)).root];
  const changed: string[] = [];
  for (let at = resolve(folder); at !== root; at = dirname(at)) {
    changed.push(dirname(at));
    if (at === top) break;
  }
  return changed;
}
