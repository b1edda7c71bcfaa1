import { createReadStream, createWriteStream, fstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { isatty } from 'node:tty';
import { createSpool, type PendingFile } from './files.ts';
import { writeOut } from './write-out.mjs';

/** What stands for standard input or output in place of a path. */
export const STANDARD = '-';

/** Standard input is a terminal: nobody has connected anything to it. */
export class TerminalInputError extends Error {
  override readonly name = 'TerminalInputError';
}

/**
 * Standard input itself: a thread has none of its own. What is connected by a pipe is read as it
 * comes, so that a thread that waits for it can be ended.
 */
function openStandardInput(): Readable {
  if (isatty(0)) throw new TerminalInputError('stdin is a terminal; pipe a file into it.');
  const status = fstatSync(0);
  if (status.isFIFO() || status.isSocket()) return new Socket({ fd: 0, readable: true, writable: false });
  return createReadStream('', { fd: 0, autoClose: false });
}

/**
 * Reads standard input as a text of UTF-8.
 * @throws TerminalInputError; RangeError where it is larger than allowed; Node's errors of reading
 */
export async function readStandardInput(maxBytes: number, onPiece: (piece: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let total = 0;
  for await (const bytes of openStandardInput()) {
    total += bytes.length;
    if (total > maxBytes) throw new RangeError(`stdin is larger than ${maxBytes / 1e6} MB.`);
    onPiece(decoder.write(bytes));
  }
  onPiece(decoder.end());
}

/**
 * Keeps all of standard input in a temporary file, as media are read at any place.
 * @param extension for the file's name, without the dot; may be empty
 * @throws TerminalInputError; Node's errors of reading and writing
 */
export async function spoolStandardInput(extension: string): Promise<PendingFile> {
  const input = openStandardInput();
  const spool = createSpool(extension);
  try {
    await pipeline(input, createWriteStream(spool.temporary, { flags: 'r+' }));
    return spool;
  } catch (error) {
    await spool.discard();
    throw error;
  }
}

const PIECE_BYTES = 1 << 20;

/**
 * A result that goes to standard output when it is whole.
 * @returns a file whose `commit` writes it out; a reader that has gone is no failure
 */
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
