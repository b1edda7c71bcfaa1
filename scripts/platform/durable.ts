import { mkdir, open } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';

/** Error codes of file systems that can't flush this type of file (fsync). */
const UNSUPPORTED = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Error codes for folders that can't be opened for flushing: write-only folders, and all folders on Windows. */
const UNOPENABLE = ['EACCES', 'EPERM', 'EISDIR'];

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

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

/** Flushes folders, so that file names survive a power failure. Not needed on Windows, which journals names. */
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

/** Creates a folder and its parents. Returns the folders to flush, which contain new folders. */
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
