import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { createPendingFile } from './files.ts';
import { READ_FLAGS, readRegular, requireRegular, stampOfStatus } from './outside-file.ts';

/** SHA-256 of a file's content, with the state of the file when it was read. */
export interface FileHash {
  readonly sha256: string;
  /** Device, inode, size and times of a file. A change of the file changes this stamp. */
  readonly stamp: string;
}

/** Minimum age of a file's last change for a reliable stamp. Some file systems store times in steps of 2 s. */
const SETTLED_MS = 3000;

const MAX_STORED_BYTES = 64_000_000;

const LINE = /^([0-9a-f]{64}) (\d{1,20}:\d{1,20}:\d{1,16}:\d{1,20}:\d{1,20})$/;

const PIECE_BYTES = 1 << 20;

/** Hashes of files by stamp, so that an unchanged file is read only once. Stored in a file between runs. */
export class FileHashes {
  private readonly known = new Map<string, string>();
  private readonly used = new Map<string, string>();
  private hasNew = false;

  constructor(private readonly path: string) {
    for (const line of readLines(path)) {
      const [, sha256, stamp] = LINE.exec(line) ?? [];
      if (sha256 !== undefined && stamp !== undefined) this.known.set(stamp, sha256);
    }
  }

  /** Returns the hash of a file. Throws Node's errors, and FudebakoError `fileSpecial`. */
  async hashOf(path: string): Promise<FileHash> {
    const { stamp, changedMs, size } = stateOf(path);
    let sha256 = this.known.get(stamp);
    if (sha256 === undefined) {
      // Reads small files synchronously, because each asynchronous call takes as long as reading 100 kB.
      sha256 = size <= PIECE_BYTES ? sha256Of(readRegular(path)) : await hashFile(path);
      if (stampOf(path) !== stamp) return { sha256, stamp: '' };
      if (Date.now() - changedMs < SETTLED_MS) return { sha256, stamp };
      this.known.set(stamp, sha256);
      this.hasNew = true;
    }
    this.used.set(stamp, sha256);
    return { sha256, stamp };
  }

  /** Stores the hashes that this run has used and, within the size limit, hashes of earlier runs. */
  async save(): Promise<void> {
    if (!this.hasNew) return;
    const lines: string[] = [];
    let bytes = 0;
    for (const [stamp, sha256] of [...this.used, ...this.known]) {
      if (bytes > MAX_STORED_BYTES / 2) break;
      const line = `${sha256} ${stamp}\n`;
      bytes += line.length;
      lines.push(line);
    }
    await writeLines(this.path, [...new Set(lines)].join(''));
  }
}

/** Stores lines of ASCII characters, followed by their hash. Throws Node's errors. */
export async function writeLines(path: string, text: string): Promise<void> {
  const pending = await createPendingFile(path);
  try {
    await writeFile(pending.temporary, `${text}${sha256Of(text)}\n`);
    await pending.commit({ replace: true, sync: false });
  } catch (error) {
    await pending.discard();
    throw error;
  }
}

/** Returns the stored lines; none if the file is missing, or if its last line isn't the hash of the lines before. */
export function readLines(path: string): readonly string[] {
  try {
    const text = readRegular(path).toString('latin1');
    const end = text.length - 65;
    if (text.length > MAX_STORED_BYTES || end < 0 || sha256Of(text.slice(0, end)) !== text.slice(end, -1)) return [];
    return text.slice(0, end).split('\n');
  } catch {
    return [];
  }
}

export const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

export const stampOf = (path: string): string => stateOf(path).stamp;

function stateOf(path: string): { readonly stamp: string; readonly changedMs: number; readonly size: number } {
  const status = statSync(path, { bigint: true });
  const { size, mtimeMs, ctimeMs } = status;
  const changedMs = Math.max(Number(mtimeMs), Number(ctimeMs));
  return { stamp: stampOfStatus(status), changedMs, size: Number(size) };
}

/** Computes a file's hash. `onPiece` is called with each piece before the next piece is read. */
export async function hashFile(path: string, onPiece?: (piece: Uint8Array) => Promise<unknown>): Promise<string> {
  const handle = await open(path, READ_FLAGS);
  try {
    const status = await handle.stat();
    requireRegular(path, status);
    const hash = createHash('sha256');
    for await (const piece of piecesOf(handle, status.size)) {
      hash.update(piece);
      await onPiece?.(piece);
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

async function* piecesOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, size + 1));
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
