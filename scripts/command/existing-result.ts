import { isCompleteFile } from '#core/inspect/complete.ts';
import { openFile } from '../platform/files.ts';
import { readPieces } from '../platform/outside-file.ts';

/**
 * Checks a result that `--skip-existing` finds in place.
 * @param reported its size, if an earlier run's report says it
 * @returns its size; `undefined` if it is incomplete, has another size than reported, or is a link to nothing
 * @throws FudebakoError `fileSpecial`; Node's errors
 */
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

/** A report of some million lines. */
const MAX_REPORT_BYTES = 1 << 29;

/** The sizes of results, by their paths, as an earlier run's report says. Skips lines that are cut off. */
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
    // Not a line of a report.
  }
}
