import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { FudebakoError } from '#core/base/errors.ts';

/** A pipe that takes the place of a file between the look at it and its opening does not hold anything up. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Refuses what is neither a file nor a folder: opening a pipe waits for whoever writes to it, and a
 * device may do anything.
 * @throws FudebakoError `fileSpecial`
 */
export function refuseSpecial(status: Stats, path: string): void {
  if (!status.isFile() && !status.isDirectory()) throw new FudebakoError('fileSpecial', { name: path });
}

/**
 * Refuses a name that came to Node as bytes which are not UTF-8: it would name another file.
 * @throws FudebakoError `fileNameEncoding`
 */
export function refuseLossyName(path: string): void {
  if (path.includes('\ufffd')) throw new FudebakoError('fileNameEncoding', { name: path });
}

/**
 * Looks at a path before it is opened.
 * @throws FudebakoError `fileSpecial`; Node's errors: `ENOENT`, `EISDIR`
 */
export function requireRegular(path: string, status: Stats = statSync(path)): void {
  refuseSpecial(status, path);
  if (status.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path });
}

/**
 * Looks at a path that is named for an input, before it is opened.
 * @throws FudebakoError `fileNotFound`, `fileNameEncoding`, `fileSpecial`; Node's errors
 */
export function requireInput(path: string): void {
  refuseLossyName(path);
  try {
    requireRegular(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new FudebakoError('fileNotFound', { name: path }) : error;
  }
}

/** Opens a file to read from it at once; see `requireRegular`. */
function withFile<Result>(path: string, use: (fd: number, size: number) => Result): Result {
  requireRegular(path);
  const fd = openSync(path, READ_FLAGS);
  try {
    const status = fstatSync(fd);
    requireRegular(path, status);
    return use(fd, status.size);
  } finally {
    closeSync(fd);
  }
}

/** The first bytes of a file, at most so many. */
export const readStart = (path: string, length: number): Uint8Array =>
  withFile(path, (fd) => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, 0));
  });

const PIECE_BYTES = 1 << 20;

/**
 * Reads a text of UTF-8 piece by piece.
 * @throws RangeError where it is larger than allowed, also if it grows meanwhile; see `requireRegular`
 */
export function readPieces(path: string, maxBytes: number, onPiece: (piece: string) => void): void {
  withFile(path, (fd, size) => {
    const check = (bytes: number) => {
      if (bytes > maxBytes) throw new RangeError(`The file is larger than ${maxBytes / 1e6} MB.`);
    };
    check(size);
    const decoder = new StringDecoder('utf8');
    const bytes = Buffer.alloc(Math.max(1, Math.min(PIECE_BYTES, size + 1)));
    let total = 0;
    for (let read = readSync(fd, bytes); read > 0; read = readSync(fd, bytes)) {
      total += read;
      check(total);
      onPiece(decoder.write(bytes.subarray(0, read)));
    }
    onPiece(decoder.end());
  });
}

/** A whole text; see `readPieces`. */
export function readText(path: string, maxBytes: number): string {
  const pieces: string[] = [];
  readPieces(path, maxBytes, (piece) => pieces.push(piece));
  return pieces.join('');
}
