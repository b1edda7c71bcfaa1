import type { FileSink } from '#core/base/files.ts';
import { beat } from '../platform/worker-signals.ts';

// Methods of the file system API that TypeScript's DOM library lacks.
declare global {
  interface FileSystemDirectoryHandle {
    keys(): AsyncIterableIterator<string>;
  }
  interface FileSystemFileHandle {
    createSyncAccessHandle(): Promise<SyncAccessHandle>;
  }
}

/** File handle with synchronous access; available only in workers. */
interface SyncAccessHandle {
  write(data: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  flush(): void;
  close(): void;
}

export interface ResultSink extends FileSink {
  finish(mimeType: string): Promise<Blob>;
  discard(): Promise<void>;
}

/** Segment size in bytes. Browsers move blobs of this size from the tab's memory to disk. */
const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Number of segments before the newest that also stay in memory, because most writes are near the file's end. */
const OPEN_SEGMENTS = 2;

/** Collects written data as a `Blob`, for browsers without a private file system. Gaps between writes read as zeros. */
export function createBlobSink(segmentBytes = SEGMENT_BYTES): ResultSink {
  const segments: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  let size = 0;
  const writeSegment = (index: number, data: Uint8Array, offset: number) => {
    const segment = segments[index];
    if (segment instanceof Blob) {
      const rest = segment.slice(offset + data.length);
      segments[index] = new Blob([segment.slice(0, offset), data.slice(), rest]);
    } else segment?.set(data, offset);
  };
  const grow = (count: number) => {
    while (segments.length < count) {
      segments.push(new Uint8Array(segmentBytes));
      const full = segments.length - 1 - OPEN_SEGMENTS;
      const bytes = segments[full];
      if (bytes && !(bytes instanceof Blob)) segments[full] = new Blob([bytes]);
    }
  };
  return {
    async write(data, position) {
      for (let done = 0; done < data.length; ) {
        const index = Math.floor((position + done) / segmentBytes);
        const offset = (position + done) % segmentBytes;
        const part = data.subarray(done, done + segmentBytes - offset);
        grow(index + 1);
        writeSegment(index, part, offset);
        done += part.length;
      }
      size = Math.max(size, position + data.length);
    },
    finish: async (type) => new Blob(segments.splice(0), { type }).slice(0, size, type),
    discard: async () => void segments.splice(0),
  };
}

/** Creates a file in the origin private file system, which doesn't need memory. Only available in workers. */
async function createStoredSink(folder: FileSystemDirectoryHandle): Promise<ResultSink> {
  const name = crypto.randomUUID();
  const handle = await folder.getFileHandle(name, { create: true });
  const access = await handle.createSyncAccessHandle();
  return {
    async write(data, position) {
      for (let done = 0; done < data.length; ) {
        const written = access.write(data.slice(done), { at: position + done });
        if (written === 0) throw new DOMException('No room is left', 'QuotaExceededError');
        done += written;
      }
    },
    async finish(mimeType) {
      access.flush();
      access.close();
      const file = await handle.getFile();
      return file.slice(0, file.size, mimeType);
    },
    async discard() {
      access.close();
      await folder.removeEntry(name);
    },
  };
}

const FOLDER = 'results';
let screen: Promise<FileSystemDirectoryHandle | undefined> | undefined;

/** Creates an output file: on disk if possible, otherwise as a blob. Each write reports activity of the worker. */
export async function createResultSink(): Promise<ResultSink> {
  screen ??= openScreen().catch(() => undefined);
  const folder = await screen;
  const sink = (folder && (await createStoredSink(folder).catch(() => undefined))) ?? createBlobSink();
  return {
    ...sink,
    async write(data, position) {
      await sink.write(data, position);
      beat();
    },
  };
}

/** Creates and locks a folder for this worker's files. Deletes the folders of workers that have ended. */
async function openScreen(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const results = await root.getDirectoryHandle(FOLDER, { create: true });
  const name = crypto.randomUUID();
  await holdLock(lockOf(name));
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  const left: string[] = [];
  for await (const folder of results.keys()) if (!alive.has(lockOf(folder))) left.push(folder);
  // Ignores errors, because another new worker may be deleting the same folders.
  await Promise.all(left.map((folder) => results.removeEntry(folder, { recursive: true }).catch(() => undefined)));
  return results.getDirectoryHandle(name, { create: true });
}

const lockOf = (folder: string) => `${FOLDER}/${folder}`;

function holdLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const forever = () => {
      resolve();
      return new Promise<never>(() => {});
    };
    navigator.locks.request(name, forever).catch(reject);
  });
}
