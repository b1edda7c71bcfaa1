import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isCompleteFile } from '#core/inspect/complete.ts';
import { openFile } from '../../platform/files.ts';
import { readPieces } from '../../platform/outside-file.ts';
import { isAbandoned, partKey, partKeyOf } from '../../platform/part-names.ts';

/** Returns an output file's size if the file is complete. Throws FudebakoError `fileSpecial` or Node's errors. */
export async function completeBytes(path: string, reported: number | undefined): Promise<number | undefined> {
  try {
    const file = await openFile(path);
    try {
      if (reported !== undefined && reported !== file.size) return undefined;
      return (await isCompleteFile(file)) ? file.size : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Maximum bytes of a report, enough for a few million lines. */
const MAX_REPORT_BYTES = 1 << 29;

/** Reads the sizes of outputs from an earlier run's report, by path. Skips truncated lines. */
export function readReportedBytes(path: string): Map<string, number> {
  const sizes = new Map<string, number>();
  let rest = '';
  readPieces(path, MAX_REPORT_BYTES, (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) noteSize(line, sizes);
  });
  return sizes;
}

function noteSize(line: string, sizes: Map<string, number>): void {
  try {
    const { output, bytes } = JSON.parse(line) ?? {};
    if (typeof output === 'string' && typeof bytes === 'number') sizes.set(output, bytes);
  } catch {
    // Skips the line, which is truncated or not a line of a report.
  }
}

/** Removes the part files that killed processes have left for these outputs. Reads each folder once. */
export function removeLeftovers(outputs: Iterable<string>): void {
  const keysByFolder = new Map<string, Set<string>>();
  for (const output of outputs) {
    const folder = dirname(output);
    keysByFolder.set(folder, (keysByFolder.get(folder) ?? new Set()).add(partKey(basename(output))));
  }
  for (const [folder, keys] of keysByFolder)
    for (const name of namesIn(folder)) {
      const key = partKeyOf(name);
      const path = join(folder, name);
      if (key !== undefined && keys.has(key) && isAbandoned(path)) rmSync(path, { force: true });
    }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
