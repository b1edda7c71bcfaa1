import type { FileSink } from '#core/base/files.ts';
import type { WatchedContext } from '#core/workers/watch-context.ts';
import { openSink, type WrittenPaths } from '../platform/files.ts';
import { createMemorySink } from '../platform/memory-sink.ts';

/** Runs a task that writes a file or bytes in memory. Returns the size together with the task's result. */
export async function withSink<Result>(
  file: WrittenPaths | undefined,
  { onBytes }: WatchedContext,
  write: (sink: FileSink) => Promise<Result>,
) {
  const memory = createMemorySink();
  const sink = file === undefined ? { ...memory, close: async () => {} } : await openSink(file, onBytes);
  let size = 0;
  const counting = {
    write: async (data: Uint8Array, position: number) => {
      size = Math.max(size, position + data.length);
      await sink.write(data, position);
    },
  };
  try {
    const result = await write(counting);
    return { result, size, ...(file === undefined && { bytes: memory.bytes() }) };
  } finally {
    await sink.close();
  }
}

export async function writeWhole(file: WrittenPaths, bytes: Uint8Array, onWrite: () => void): Promise<void> {
  const sink = await openSink(file, onWrite);
  try {
    await sink.write(bytes, 0);
  } finally {
    await sink.close();
  }
}
