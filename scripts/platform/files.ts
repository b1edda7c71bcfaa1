import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileSink, SourceFile } from '#core/files.ts';

/** A `SourceFile` over a path; it holds the file open until it is closed. */
export interface OpenFile extends SourceFile {
  readonly path: string;
  close(): Promise<void>;
}

/** @throws Node's errors: `ENOENT`, `EACCES`, `EISDIR` */
export async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  try {
    const status = await handle.stat();
    if (status.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR' });
    const { size } = status;
    return {
      path,
      name: basename(path),
      size,
      read: (start = 0, end = size) => readRange(handle, Math.min(start, size), Math.min(end, size)),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

/** A file that appears under its name only when it is complete. */
export interface PendingFile {
  /** Where it is written meanwhile: an empty file beside the other. */
  readonly temporary: string;
  /** Gives the file its name. With `replace` false, a file that has that name by now is left alone and `EEXIST` thrown. */
  commit(options: { readonly replace: boolean }): Promise<void>;
  /** Removes what has been written. */
  discard(): Promise<void>;
}

const unfinished = new Set<string>();

/** Removes every file that is still being written: for a process that is about to end. */
export function removeUnfinishedFiles(): void {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // Gone already, or never made: either way nothing is left.
    }
  }
  unfinished.clear();
}

/** Makes missing folders, and a file beside `path` under a temporary name. */
export async function createPendingFile(path: string): Promise<PendingFile> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path).slice(0, 60)}.${randomBytes(6).toString('hex')}.part`);
  unfinished.add(temporary);
  const discard = async () => {
    await rm(temporary, { force: true });
    unfinished.delete(temporary);
  };
  const orDiscard = async (error: unknown): Promise<never> => {
    await discard();
    throw error;
  };
  await writeFile(temporary, '', { flag: 'wx' }).catch(orDiscard);
  return {
    temporary,
    discard,
    async commit({ replace }) {
      if (!replace && (await exists(path)))
        return orDiscard(Object.assign(new Error(`${path} exists already`), { code: 'EEXIST' }));
      await rename(temporary, path).catch(orDiscard);
      unfinished.delete(temporary);
    },
  };
}

/** Writes into a file that is there already; a pending one that has been discarded does not come back. */
export async function openSink(path: string): Promise<FileSink & { close(): Promise<void> }> {
  const handle = await open(path, 'r+');
  return {
    async write(data, position) {
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await handle.write(data, written, data.length - written, position + written);
        written += bytesWritten;
      }
    },
    close: () => handle.close(),
  };
}

/** True for anything that has the name, a folder as well. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
