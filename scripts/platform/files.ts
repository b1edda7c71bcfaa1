import { randomBytes } from 'node:crypto';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { FileSink, SourceFile } from '#core/base/files.ts';
import { createLike, findOutput } from './output-place.ts';
import { READ_FLAGS, requireRegular } from './outside-file.ts';

/** A `SourceFile` over a path; it holds the file open until it is closed. */
export interface OpenFile extends SourceFile {
  readonly path: string;
  close(): Promise<void>;
}

/**
 * @param onRead called when bytes have come
 * @throws Node's errors: `ENOENT`, `EACCES`, `EISDIR`; FudebakoError `fileSpecial`
 */
export async function openFile(path: string, onRead?: () => void): Promise<OpenFile> {
  requireRegular(path, await stat(path));
  const handle = await open(path, READ_FLAGS);
  try {
    const status = await handle.stat();
    requireRegular(path, status);
    const { size } = status;
    return {
      path,
      name: basename(path),
      size,
      read: (start = 0, end = size) => readRange(handle, Math.min(start, size), Math.min(end, size), onRead),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Bytes that are read at a time: a slow disk is seen to go on. */
const PIECE_BYTES = 8 << 20;

async function readRange(
  handle: FileHandle,
  start: number,
  end: number,
  onRead: (() => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const length = Math.min(PIECE_BYTES, bytes.length - filled);
    const { bytesRead } = await handle.read(bytes, filled, length, start + filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
    onRead?.();
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
let onUnfinished: ((path: string, isUnfinished: boolean) => void) | undefined;

/** Tells a listener of every file before it is begun and when it is finished or gone. */
export function noteUnfinishedFiles(listener: (path: string, isUnfinished: boolean) => void): void {
  onUnfinished = listener;
}

function begin(path: string): void {
  unfinished.add(path);
  onUnfinished?.(path, true);
}

function finish(path: string): void {
  unfinished.delete(path);
  onUnfinished?.(path, false);
}

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

/** So much of a file's name stands in its temporary one. */
const STEM_LENGTH = 60;

/** The name of the file that a temporary name is of; nothing for other names, and where it says a part of it only. */
export function nameOfTemporary(name: string): string | undefined {
  const stem = /^\.(.+)\.[0-9a-f]{12}\.part$/s.exec(name)?.[1];
  return stem !== undefined && stem.length < STEM_LENGTH ? stem : undefined;
}

/**
 * Makes missing folders, and a file beside `path` under a temporary name. Where `path` is a link to
 * a file, that file is written; what is there already passes its owner and permissions on.
 *
 * @throws FudebakoError `outputLink`, `fileSpecial`; Node's errors
 */
export async function createPendingFile(path: string): Promise<PendingFile> {
  const { target, existing } = findOutput(path);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${basename(target).slice(0, STEM_LENGTH)}.${randomBytes(6).toString('hex')}.part`);
  begin(temporary);
  const discard = async () => {
    await rm(temporary, { force: true });
    finish(temporary);
  };
  const orDiscard = async (error: unknown): Promise<never> => {
    await discard();
    throw error;
  };
  try {
    createLike(temporary, existing);
  } catch (error) {
    return orDiscard(error);
  }
  return {
    temporary,
    discard,
    async commit({ replace }) {
      if (!replace && (await exists(path)))
        return orDiscard(Object.assign(new Error(`${path} exists already`), { code: 'EEXIST' }));
      await rename(temporary, target).catch(orDiscard);
      finish(temporary);
    },
  };
}

/**
 * An empty file in the system's folder for temporary ones, that nobody else may read.
 * @param extension of its name, without the dot; may be empty
 */
export function createSpool(extension: string): PendingFile {
  const suffix = extension === '' ? '' : `.${extension}`;
  const temporary = join(tmpdir(), `fudebako-${randomBytes(12).toString('hex')}${suffix}`);
  begin(temporary);
  closeSync(openSync(temporary, 'wx', 0o600));
  const discard = async () => {
    await rm(temporary, { force: true });
    finish(temporary);
  };
  return { temporary, discard, commit: discard };
}

/** Writes into a file that is there already; a pending one that has been discarded does not come back. */
export async function openSink(path: string, onWrite?: () => void): Promise<FileSink & { close(): Promise<void> }> {
  const handle = await open(path, 'r+');
  return {
    async write(data, position) {
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await handle.write(data, written, data.length - written, position + written);
        written += bytesWritten;
        onWrite?.();
      }
    },
    close: () => handle.close(),
  };
}

/** True for anything that has the name: a folder as well, and a link to nothing. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
