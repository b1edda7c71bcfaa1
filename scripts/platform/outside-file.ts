import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { FudebakoError } from '#core/base/errors.ts';
import { TextPieces, type TextPiecesOptions } from '#core/base/text-pieces.ts';

/** Flags that open a file without blocking, in case a pipe has replaced the file after the check. */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Returns device, inode, size and times of a file. A change of the file changes this stamp. */
export const stampOfStatus = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':');

/** @throws FudebakoError `fileSpecial` for pipes, sockets and devices, which may block or have side effects */
export function refuseSpecial(status: Stats, path: string): void {
  if (!status.isFile() && !status.isDirectory()) throw new FudebakoError('fileSpecial', { name: path });
}

/** Throws FudebakoError `fileNameEncoding` for a name that is not UTF-8, because Node.js would open another file. */
export function refuseLossyName(path: string): void {
  if (path.includes('\ufffd')) throw new FudebakoError('fileNameEncoding', { name: path });
}

/** @throws FudebakoError `fileSpecial` for pipes, sockets and devices; Node.js errors `ENOENT`, `EISDIR` */
export function requireRegular(path: string, status: Stats = statSync(path)): void {
  refuseSpecial(status, path);
  if (status.isDirectory()) throw Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path });
}

/** @throws FudebakoError `fileNotFound`, `fileNameEncoding`, `fileSpecial`; Node.js errors */
export function requireInput(path: string): void {
  refuseLossyName(path);
  try {
    requireRegular(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw isMissing ? new FudebakoError('fileNotFound', { name: path }) : error;
  }
}

/** @throws errors of `requireRegular` */
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

/** Reads a complete file. Throws the errors of `requireRegular`. */
export const readRegular = (path: string): Buffer => withFile(path, (fd) => readFileSync(fd));

export const readStart = (path: string, length: number): Uint8Array =>
  withFile(path, (fd) => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(fd, bytes, 0, length, 0));
  });

/** True for the path of an open pipe, which a shell passes for `<(…)`. Opening other pipes may block forever. */
export const isShellPipe = (path: string): boolean => /^\/(?:dev|proc\/self)\/fd\/\d+$/.test(path);

function withPipe<Result>(path: string, use: (fd: number, size: number) => Result): Result {
  const fd = openSync(path, constants.O_RDONLY);
  try {
    return use(fd, 0);
  } finally {
    closeSync(fd);
  }
}

const PIECE_BYTES = 1 << 20;
const PIPE_BYTES = 1 << 16;

/** Decodes a text that arrives in pieces. */
export interface PieceDecoder {
  write(bytes: Buffer): string;
  end(): string;
}

/** Reads text in pieces, also from `<(…)`. Throws RangeError above `maxBytes`; errors of `requireRegular`, `decoder`. */
export function readPieces(
  path: string,
  maxBytes: number,
  onPiece: (piece: string) => void,
  decoder: PieceDecoder = new StringDecoder('utf8'),
): void {
  const use = isShellPipe(path) ? withPipe : withFile;
  use(path, (fd, size) => {
    const check = (bytes: number) => {
      if (bytes > maxBytes) throw new RangeError(`The file is larger than ${maxBytes / 1e6} MB.`);
    };
    check(size);
    const bytes = Buffer.alloc(size === 0 ? PIPE_BYTES : Math.min(PIECE_BYTES, size + 1));
    let total = 0;
    for (let read = readSync(fd, bytes); read > 0; read = readSync(fd, bytes)) {
      total += read;
      check(total);
      onPiece(decoder.write(bytes.subarray(0, read)));
    }
    onPiece(decoder.end());
  });
}

/** Reads a text file of any encoding. Throws FudebakoError `encodingUnknown`, `encodingDamaged`; errors of `readPieces`. */
export function readText(path: string, maxBytes: number, options: TextPiecesOptions): string {
  const pieces: string[] = [];
  readPieces(path, maxBytes, (piece) => pieces.push(piece), new TextPieces(options));
  return pieces.join('');
}
