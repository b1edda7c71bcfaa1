/** The parts of `FileSystemDirectoryHandle` that TypeScript's DOM library lacks. */
export interface FolderHandle {
  getDirectoryHandle(name: string, options: { readonly create: boolean }): Promise<FolderHandle>;
  getFileHandle(name: string, options?: { readonly create: boolean }): Promise<FileHandle>;
}

interface FileHandle {
  createWritable(): Promise<FileSystemWritableFileStream>;
}

type Picker = (options: { readonly mode: 'readwrite'; readonly id: string }) => Promise<FolderHandle>;

const picker = (): Picker | undefined =>
  typeof window === 'undefined' ? undefined : (window as { showDirectoryPicker?: Picker }).showDirectoryPicker;

/** True if pages can write to a folder that the visitor chooses, as in Chromium-based browsers. */
export const canWriteFolders = (): boolean => picker() !== undefined;

export async function chooseFolder(): Promise<FolderHandle | undefined> {
  try {
    return await picker()?.call(window, { mode: 'readwrite', id: 'fudebako-results' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Writes a file and creates its folders. Never overwrites a file: `unique` returns an unused name. */
export async function writeInto(
  root: FolderHandle,
  path: string,
  blob: Blob,
  unique: (path: string) => string,
): Promise<void> {
  const parts = path.split('/');
  let folder = root;
  for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
  const start = path.length - (parts.at(-1) ?? '').length;
  let name = unique(path).slice(start);
  while (await isThere(folder, name)) name = unique(path).slice(start);
  const file = await folder.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  try {
    await writable.write(blob);
    await writable.close();
  } catch (error) {
    // Deletes the temporary file into which the browser writes until the file is closed.
    await writable.abort().catch(() => undefined);
    throw error;
  }
}

async function isThere(folder: FolderHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}
