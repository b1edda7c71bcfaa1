import { Readable } from 'node:stream';
import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import { createSpoolOf, type PendingFile } from '../platform/files.ts';
import { CallError } from './errors.ts';

/** A stream of bytes, such as a `Readable` of Node or a web `ReadableStream`. */
export type ByteStream = AsyncIterable<Uint8Array> | WebByteStream;

/** A web stream. Declared here, because the DOM types lack the iterator of streams. */
export interface WebByteStream {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> };
}

/** Maximum bytes of an input stream, so that an endless stream doesn't fill the disk. */
export const MAX_STREAM_BYTES = 4e9;

export const isByteStream = (input: unknown): input is ByteStream =>
  typeof input === 'object' && input !== null && Symbol.asyncIterator in input;

/** Copies a stream to a temporary file for random access. Throws CallError, CancelledError; Node's errors. */
export async function spoolStream(
  stream: ByteStream,
  signal?: CancelSignal,
  maxBytes = MAX_STREAM_BYTES,
): Promise<PendingFile> {
  return createSpoolOf(Readable.from(limited(stream, signal, maxBytes), { objectMode: false }), '');
}

async function* limited(stream: ByteStream, signal: CancelSignal | undefined, maxBytes: number) {
  let total = 0;
  for await (const piece of withOwnErrors(stream as AsyncIterable<Uint8Array>)) {
    if (signal?.aborted) throw new CancelledError();
    if (!(piece instanceof Uint8Array)) throw new CallError('invalidCall', 'A stream must consist of bytes.');
    total += piece.length;
    if (total > maxBytes)
      throw new CallError('streamTooLarge', `The stream is larger than ${maxBytes / 1e9} GB.`, { maxBytes });
    yield piece;
  }
}

/** Wraps errors of the input stream, so that they differ from errors of writing the temporary file. */
async function* withOwnErrors(stream: AsyncIterable<Uint8Array>) {
  try {
    yield* stream;
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new CallError('streamFailed', `The input stream failed: ${detail}`, {}, cause);
  }
}
