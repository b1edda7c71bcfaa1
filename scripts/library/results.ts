import type { ErrorData } from '#core/base/errors.ts';
import type { FileSink } from '#core/base/files.ts';
import { syncFolders } from '../platform/durable.ts';
import { type CommitOptions, createPendingFile, openSink } from '../platform/files.ts';
import { pathOf } from './sources.ts';

/** A warning about a result, such as text outside the image. */
export interface ResultWarning {
  /** Code of the warning, for programs. */
  readonly code: string;
  readonly data: ErrorData;
  /** English sentence of the warning. */
  readonly message: string;
}

/** Properties of an image, audio or video result. */
export interface ResultFacts {
  /** File extension without the dot, such as `jpg` or `mp4`. */
  readonly format: string;
  readonly mimeType: string;
  /** Size in bytes. */
  readonly size: number;
  /** Width in pixels, for images. */
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
  /** Absolute path of the file. */
  readonly path: string;
}

export interface Destination {
  readonly sink: FileSink;
  /** Completes the result and returns its bytes or its path. */
  finish(): Promise<{ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly path: string }>;
  /** Removes the partial result. */
  discard(): Promise<void>;
  /** Number of bytes written so far. */
  readonly size: number;
}

/** Initial buffer size of a result of unknown length. The buffer doubles when full. */
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
 * Creates a file that appears under its name only when complete.
 * @throws FudebakoError `outputLink`, `fileSpecial`; Node's errors, including `EEXIST`
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
