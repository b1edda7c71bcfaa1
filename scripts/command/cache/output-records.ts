import { lstatSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { hashFile, readLines, writeLines } from '../../platform/file-hashes.ts';

/** Maximum number of recorded outputs; the oldest are forgotten first. */
const MAX_RECORDS = 500_000;

interface OutputRecord {
  readonly source: string;
  readonly sha256: string;
}

/** An output whose source file no longer exists. */
export interface StaleOutput {
  readonly path: string;
  /** True if the output still has the content that was written. Other outputs are kept. */
  readonly isWritten: boolean;
}

/** Records from which source file each output was made. Paths are relative to the folder of the records. */
export class OutputRecords {
  private readonly added = new Map<string, OutputRecord>();
  private readonly removed = new Set<string>();

  constructor(
    private readonly path: string,
    private readonly folder: string,
  ) {}

  add(output: string, source: string, sha256: string): void {
    this.added.set(relative(this.folder, output), { source: relative(this.folder, source), sha256 });
  }

  /** Returns the recorded outputs below a folder whose source files no longer exist, except the outputs `planned`. */
  async findStale(folder: string, planned: Iterable<string>): Promise<readonly StaleOutput[]> {
    const current = new Set(Array.from(planned, (path) => resolve(path)));
    const stale: StaleOutput[] = [];
    for (const [name, { source, sha256 }] of readRecords(this.path)) {
      const output = resolve(this.folder, name);
      if (current.has(output) || isThere(resolve(this.folder, source)) || !isFileBelow(folder, output)) continue;
      const isWritten = (await hashFile(output)) === sha256;
      stale.push({ path: join(folder, relative(folder, output)), isWritten });
    }
    return stale;
  }

  /** Removes an output and its record. Throws Node's errors. */
  remove(output: string): void {
    rmSync(output);
    this.removed.add(relative(this.folder, output));
  }

  /** Adds this run's records to those that are stored. */
  async save(): Promise<void> {
    if (this.added.size + this.removed.size === 0) return;
    const records = readRecords(this.path);
    const before = JSON.stringify([...records]);
    for (const name of this.removed) records.delete(name);
    for (const [name, record] of this.added) records.set(name, record);
    if (JSON.stringify([...records]) === before) return;
    const lines = [...records].slice(-MAX_RECORDS).map(([name, { source, sha256 }]) => [name, source, sha256]);
    await writeLines(this.path, lines.map((line) => `${toAscii(JSON.stringify(line))}\n`).join(''));
  }
}

/** True for a regular file in a folder or its subfolders. Links don't count, because they may lead elsewhere. */
function isFileBelow(folder: string, path: string): boolean {
  if (!path.startsWith(resolve(folder) + sep)) return false;
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const [top, real] = [realpathSync(folder), realpathSync(dirname(path))];
  return real === top || real.startsWith(top + sep);
}

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const toAscii = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function readRecords(path: string): Map<string, OutputRecord> {
  const records = new Map<string, OutputRecord>();
  for (const line of readLines(path)) {
    const [name, source, sha256]: unknown[] = line === '' ? [] : JSON.parse(line);
    if (typeof name === 'string' && typeof source === 'string' && typeof sha256 === 'string')
      records.set(name, { source, sha256 });
  }
  return records;
}
