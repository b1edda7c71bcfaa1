import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CancelledError } from '#core/base/errors.ts';
import { CallError } from './errors.ts';
import type { CallSignal } from './globals.ts';

/** A stream that receives the bytes of a result: a `Writable` of Node or a web `WritableStream`. */
export type ByteSink = NodeByteSink | WebByteSink;

/** The members of Node's `Writable` that the library uses. */
export interface NodeByteSink {
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The members of a web `WritableStream` that the library uses. */
export interface WebByteSink {
  getWriter(): WebSinkWriter;
}

interface WebSinkWriter {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

const isWebSink = (output: object): output is WebByteSink => 'getWriter' in output;

export const isByteSink = (output: unknown): output is ByteSink =>
  typeof output === 'object' && output !== null && (isWebSink(output) || ('write' in output && 'end' in output));

/** Returns the streams that a call should write, from its untrusted options. */
export function sinksOf(options: unknown): ByteSink[] {
  const { output, outputs } = (options ?? {}) as { output?: unknown; outputs?: unknown };
  const several = Array.isArray(outputs) ? outputs.map((each: { output?: unknown } | undefined) => each?.output) : [];
  return [output, ...several].filter(isByteSink);
}

/** Writes a file into a stream at the stream's pace, then ends the stream. Throws CallError, CancelledError. */
export async function writeToSink(path: string, sink: ByteSink, signal: CallSignal | undefined): Promise<void> {
  try {
    if (isWebSink(sink)) await writeToWebSink(path, sink, signal);
    else
      await pipeline(createReadStream(path), sink as unknown as Writable, {
        signal: signal as AbortSignal | undefined,
      });
  } catch (cause) {
    if (signal?.aborted) throw new CancelledError();
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new CallError('streamFailed', `The output stream failed: ${detail}`, {}, cause);
  }
}

async function writeToWebSink(path: string, sink: WebByteSink, signal: CallSignal | undefined): Promise<void> {
  const writer = sink.getWriter();
  // Aborting the writer also rejects a write that waits for the stream's reader.
  const abort = () => void writer.abort(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', abort);
  try {
    // Waits for each write, so that the file is read no faster than the stream accepts bytes.
    for await (const chunk of createReadStream(path)) await writer.write(new Uint8Array(chunk as Buffer));
    await writer.close();
  } finally {
    signal?.removeEventListener('abort', abort);
    writer.releaseLock();
  }
}

/** Ends a stream with an error. The call reports the error, so the stream needs no error listener. */
export function destroySink(sink: ByteSink, error: Error): void {
  if (isWebSink(sink)) {
    void abortWebSink(sink, error).catch(() => {
      // Aborting fails if the stream is locked or has already failed.
    });
    return;
  }
  sink.on('error', () => {});
  sink.destroy(error);
}

async function abortWebSink(sink: WebByteSink, error: Error): Promise<void> {
  const writer = sink.getWriter();
  try {
    await writer.abort(error);
  } finally {
    writer.releaseLock();
  }
}
