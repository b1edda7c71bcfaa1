import type { ErrorData } from '#core/base/errors.ts';
import type { FileSink } from '#core/base/files.ts';
import { syncFolders } from '../platform/durable.ts';
import { type CommitOptions, createPendingFile, openSink } from '../platform/files.ts';
import { pathOf } from './sources.ts';

/** What the caller should know of a result that was made all the same: a text that leaves its picture, for one. */
export interface ResultWarning {
  /** By which programs tell warnings apart. */
  readonly code: string;
  readonly data: ErrorData;
  /** The sentence, in English. */
  readonly message: string;
}

/** What is said of a picture, sound or video that was made. */
export interface ResultFacts {
  /** The extension that goes with it, without the dot: `jpg`, `mp4`. */
  readonly format: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
  /** Of a picture, in pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly warnings: readonly ResultWarning[];
}

/** A result in memory. */
export interface BytesResult extends ResultFacts {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A result in a file. */
export interface FileResult extends ResultFacts {
  /** The file's absolute path. */
  readonly path: string;
}

/** Where a result goes while it is made. */
export interface Destination {
  readonly sink: FileSink;
  /** What the result adds to what is said of it. */
  finish(): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly path: string }>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
  /** In bytes, as far as has been written. */
  readonly size: number;
}

/** The first piece of memory for a result whose length is not known; doubled when it is full. */
const FIRST_BYTES = 1 << 16;

export function memoryDestination(): Destination {
  let [buffer, size] = [new Uint8Array(FIRST_BYTES), 0];
  return {
    get size() {
      return size;
    },
    sink: {
      async write(data, position) {
        const end = position + data.length;
        if (end > buffer.length) {
          const larger = new Uint8Array(Math.max(end, buffer.length * 2));
          larger.set(buffer.subarray(0, size));
          buffer = larger;
        }
        buffer.set(data, position);
        size = Math.max(size, end);
      },
    },
    finish: async () => ({ bytes: buffer.slice(0, size) }),
    discard: async () => {},
  };
}

/**
 * A file that appears under its name only when it is complete.
 * @throws FudebakoError `outputLink`, `fileSpecial`; Node's errors, `EEXIST` among them
 */
export async function fileDestination(place: string | URL, { replace, sync }: CommitOptions): Promise<Destination> {
  const path = pathOf(place);
  const pending = await createPendingFile(path);
  let sink: Awaited<ReturnType<typeof openSink>>;
  try {
    sink = await openSink(pending.temporary);
  } catch (error) {
    await pending.discard();
    throw error;
  }
  let size = 0;
  return {
    get size() {
      return size;
    },
    sink: {
      async write(data, position) {
        await sink.write(data, position);
        size = Math.max(size, position + data.length);
      },
    },
    async finish() {
      await sink.close();
      await pending.commit({ replace, sync });
      if (sync) await syncFolders(pending.folders);
      return { path };
    },
    async discard() {
      await sink.close().catch(() => {});
      await pending.discard();
    },
  };
}
