import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { showNotice } from '../notices/notices.ts';
import { downloadBlob } from '../platform/download.ts';
import { type StoredImage, sharedStorage } from './storage.ts';
import { parseStoredFile } from './stored.ts';
import { recordUnreadableFiles } from './unreadable-flag.ts';

export interface UnreadableFile extends StoredImage {
  readonly id: string;
}

const storage = sharedStorage('set-aside');

export const useUnreadableFiles = create<{ readonly files: readonly UnreadableFile[] }>(() => ({ files: [] }));

function add(file: UnreadableFile): void {
  useUnreadableFiles.setState(({ files }) => ({ files: [...files, file] }));
  showNotice('setAside');
}

export async function keepUnreadableFile(name: string, blob: Blob): Promise<void> {
  const file = { id: crypto.randomUUID(), name, blob };
  add(file);
  recordUnreadableFiles(true);
  await storage.save(file.id, { name, blob });
}

/** Keeps the file of an image for download if the file caused the error. Returns whether the file was kept. */
export function keepUnreadableSource(
  source: { readonly name: string; readonly blob?: Blob },
  failure: unknown,
): boolean {
  if (!(failure instanceof FudebakoError && failure.code === 'imageLoad' && source.blob)) return false;
  void keepUnreadableFile(source.name, source.blob);
  return true;
}

let restored: Promise<void> | undefined;

export function restoreUnreadableFiles(): Promise<void> {
  restored ??= (async () => {
    for (const id of await storage.keys()) {
      const file = await storage.get(id, parseStoredFile);
      if (file && !useUnreadableFiles.getState().files.some((other) => other.id === id)) add({ id, ...file });
    }
  })();
  return restored;
}

export const downloadUnreadableFile = ({ name, blob }: UnreadableFile): void => downloadBlob(blob, name);

export function discardUnreadableFiles(): void {
  for (const { id } of useUnreadableFiles.getState().files) void storage.forget(id);
  useUnreadableFiles.setState({ files: [] });
  recordUnreadableFiles(false);
}
