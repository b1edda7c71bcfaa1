import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FudebakoError } from '#core/base/errors.ts';
import type { FileSink, SourceFile } from '#core/base/files.ts';
import { makeFolders, syncFile } from './durable.ts';
import { createWithModeOf, findOutput } from './output-place.ts';
import { READ_FLAGS, requireRegular, stampOfStatus } from './outside-file.ts';
import { createPartName } from './part-names.ts';

/** A file for reading that stays open until `close` is called. */
export interface OpenFile extends SourceFile {
  readonly path: string;
  close(): Promise<void>;
}

/** Returns the stamp of a file, with which `openFile` opens only the unchanged file. Throws Node.js errors. */
export const stampOfFile = async (path: string): Promise<string> => stampOfStatus(await stat(path, { bigint: true }));

/** Returns a handler that reports a missing file as FudebakoError `fileNotFound`, and rethrows other errors. */
export const refuseMissing = (name: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new FudebakoError('fileNotFound', { name }) : error;
};

/**
 * Opens a file. With a stamp, refuses a file that has changed since, and after each read a file that changed meanwhile.
 * @throws Node.js errors: `ENOENT`, `EACCES`, `EISDIR`; FudebakoError `fileSpecial`, `fileGone`
 */
export async function openFile(path: string, onRead?: () => void, stamp?: string): Promise<OpenFile> {
  requireRegular(path, await stat(path));
  const handle = await open(path, READ_FLAGS);
  try {
    const status = await handle.stat();
    requireRegular(path, status);
    const { size } = status;
    const requireUnchanged = async () => {
      if (stamp !== undefined && stampOfStatus(await handle.stat({ bigint: true })) !== stamp)
        throw new FudebakoError('fileGone');
    };
    await requireUnchanged();
    return {
      path,
      name: basename(path),
      size,
      async read(start = 0, end = size) {
        const bytes = await readRange(handle, Math.min(start, size), Math.min(end, size), onRead);
        await requireUnchanged();
        return bytes;
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Maximum bytes per read, so that progress is reported even while a slow disk is read. */
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

export interface CommitOptions {
  readonly replace: boolean;
  /** True to flush the content to disk before the file is renamed. Call `syncFolders` to flush the new name. */
  readonly sync: boolean;
}

/** Paths of a file that is being written. */
export interface WrittenPaths {
  /** Path of the temporary file, in the final file's folder. */
  readonly temporary: string;
  /** Path that errors name: the final file, or the folder of a temporary file without a final name. */
  readonly output: string;
}

/** A file that gets its final name when its content is complete. */
export interface PendingFile extends WrittenPaths {
  /** Folders with new entries. Pass the folders to `syncFolders` after `commit`. */
  readonly folders: readonly string[];
  /**
   * Gives the file its final name. Without `replace`, exactly one of several processes succeeds.
   * @throws `EEXIST` if the name exists and `replace` is false; Node.js errors. Discards the file before throwing.
   */
  commit(options: CommitOptions): Promise<void>;
  discard(): Promise<void>;
}

/** Returns only the paths, because the functions of a pending file can't be sent to a thread. */
export const writtenPaths = (file: WrittenPaths | undefined): WrittenPaths | undefined =>
  file && { temporary: file.temporary, output: file.output };

/** Returns a Node.js error with the path of the output, because users don't know the temporary file. */
export function atOutput(error: unknown, output: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path: output, dest: undefined }) : error;
}

let onUnfinished: ((path: string, isUnfinished: boolean) => void) | undefined;

/** Sets a listener that is called before a file's creation, and after the file's completion or removal. */
export function noteUnfinishedFiles(listener: (path: string, isUnfinished: boolean) => void): void {
  onUnfinished = listener;
}

function begin(path: string): void {
  onUnfinished?.(path, true);
}

function finish(path: string): void {
  onUnfinished?.(path, false);
}

/**
 * Creates folders and a part file beside `path` or its symlink's target, with the replaced file's owner and mode.
 * @throws FudebakoError `outputLink`, `fileSpecial`; Node.js errors
 */
export async function createPendingFile(path: string): Promise<PendingFile> {
  try {
    return await createPartFile(path);
  } catch (error) {
    throw atOutput(error, path);
  }
}

async function createPartFile(path: string): Promise<PendingFile> {
  const changed = existsSync(dirname(path)) ? [] : await makeFolders(dirname(path));
  const { target, existing } = findOutput(path);
  const folder = dirname(target);
  const temporary = join(folder, createPartName(basename(target)));
  begin(temporary);
  // A file that can't be removed now is removed at exit.
  const discard = () =>
    rm(temporary, { force: true }).then(
      () => finish(temporary),
      () => {},
    );
  try {
    createWithModeOf(temporary, existing);
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    temporary,
    output: path,
    folders: [folder, ...changed],
    discard,
    async commit({ replace, sync }) {
      try {
        if (sync) await syncFile(temporary);
        if (replace) await rename(temporary, target);
        else await moveToFreeName(temporary, target);
      } catch (error) {
        await discard();
        throw atOutput(error, path);
      }
      if (replace) finish(temporary);
      else await discard();
    },
  };
}

/** Replaces a small file atomically, without flushing. Synchronous calls are faster here. Throws Node.js errors. */
export function writeSmallFile(path: string, content: string | Uint8Array): void {
  const temporary = join(dirname(path), createPartName(basename(path)));
  begin(temporary);
  try {
    writeInFolder(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    finish(temporary);
  }
}

function writeInFolder(path: string, content: string | Uint8Array): void {
  const options = { flag: 'wx', mode: 0o666 } as const;
  try {
    writeFileSync(path, content, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, options);
  }
}

/** @throws `EEXIST` if the name exists */
async function moveToFreeName(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    await moveToFreeNameWithoutLinks(temporary, target);
  }
}

/** Like `moveToFreeName` for file systems without hard links. An empty file reserves the name. */
async function moveToFreeNameWithoutLinks(temporary: string, target: string): Promise<void> {
  closeSync(openSync(target, 'wx'));
  begin(target);
  try {
    await rename(temporary, target);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    finish(target);
  }
}

/** Creates an empty temporary file that only the current user can read. `extension` has no dot and may be empty. */
export function createSpool(extension: string): PendingFile {
  const suffix = extension === '' ? '' : `.${extension}`;
  const output = tmpdir();
  const temporary = join(output, `fudebako-${randomBytes(12).toString('hex')}${suffix}`);
  begin(temporary);
  try {
    closeSync(openSync(temporary, 'wx', 0o600));
  } catch (error) {
    finish(temporary);
    throw atOutput(error, output);
  }
  const discard = async () => {
    await rm(temporary, { force: true });
    finish(temporary);
  };
  return { temporary, output, folders: [], discard, commit: discard };
}

/** Copies a stream to a temporary file for random access. Throws the stream's errors; Node.js errors of writing. */
export async function createSpoolOf(input: Readable, extension: string): Promise<PendingFile> {
  const spool = createSpool(extension);
  const file = createWriteStream(spool.temporary, { flags: 'r+' });
  file.on('error', (error) => atOutput(error, spool.output));
  try {
    await pipeline(input, file);
    return spool;
  } catch (error) {
    await spool.discard();
    throw error;
  }
}

/** Opens an existing file for writing. Throws Node.js errors that name the output. */
export async function openSink(
  { temporary, output }: WrittenPaths,
  onWrite?: () => void,
): Promise<FileSink & { close(): Promise<void> }> {
  const fail = (error: unknown) => {
    throw atOutput(error, output);
  };
  const handle = await open(temporary, 'r+').catch(fail);
  return {
    async write(data, position) {
      for (let written = 0; written < data.length; ) {
        const { bytesWritten } = await handle
          .write(data, written, data.length - written, position + written)
          .catch(fail);
        written += bytesWritten;
        onWrite?.();
      }
    },
    close: () => handle.close().catch(fail),
  };
}

/** Writes a complete text at the current position, because one system call may write only a part. */
export function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

/** True if the path exists as a file, folder or broken symlink. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
