import { createReadStream, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { isatty } from 'node:tty';
import { createSpool, createSpoolOf, type PendingFile } from './files.ts';
import type { PieceDecoder } from './outside-file.ts';
import { writeOut } from './write-out.mjs';

/** Path that means stdin for an input and stdout for an output. */
export const STDIO = '-';

/** Thrown if stdin is a terminal, not a file or a pipe. */
export class TerminalInputError extends Error {
  override readonly name = 'TerminalInputError';
}

/** Opens stdin in a worker thread. Reads a pipe through a socket, so that a waiting thread can be terminated. */
function openStandardInput(): Readable {
  if (isatty(0)) throw new TerminalInputError('stdin is a terminal; pipe a file into it.');
  const status = fstatSync(0);
  if (status.isFIFO() || status.isSocket()) return new Socket({ fd: 0, readable: true, writable: false });
  return createReadStream('', { fd: 0, autoClose: false });
}

/** @throws TerminalInputError; RangeError if the text is longer than `maxBytes`; Node.js errors of reading */
export async function readStandardInput(
  maxBytes: number,
  onPiece: (piece: string) => void,
  decoder: PieceDecoder = new StringDecoder('utf8'),
): Promise<void> {
  let total = 0;
  for await (const bytes of openStandardInput()) {
    total += bytes.length;
    if (total > maxBytes) throw new RangeError(`stdin is larger than ${maxBytes / 1e6} MB.`);
    onPiece(decoder.write(bytes));
  }
  onPiece(decoder.end());
}

/** Copies stdin to a file for random access. Throws TerminalInputError; Node.js errors of reading and writing. */
export const spoolStandardInput = async (extension: string): Promise<PendingFile> =>
  createSpoolOf(openStandardInput(), extension);

const PIECE_BYTES = 1 << 20;

/** Creates a temporary file whose `commit` copies to stdout. A closed stdout causes no error. */
export function createStandardOutput(): PendingFile {
  const spool = createSpool('');
  return {
    ...spool,
    async commit() {
      const handle = await open(spool.temporary, 'r');
      try {
        const piece = new Uint8Array(PIECE_BYTES);
        for (let read = await handle.read(piece); read.bytesRead > 0; read = await handle.read(piece))
          if (writeOut(1, piece.subarray(0, read.bytesRead)) === 'gone') break;
      } finally {
        await handle.close();
        await spool.discard();
      }
    },
  };
}
