import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Data } from '#core/operation.ts';
import { FileHashes, hashFile, sha256Of, stampOf } from '../platform/file-hashes.ts';
import { createPendingFile, openSink } from '../platform/files.ts';
import { readRegular } from '../platform/outside-file.ts';
import { cacheKey } from './cache-key.ts';
import { UsageError } from './errors.ts';
import type { JobOrder, JobResult, JobWarning } from './job.ts';

/**
 * Layout of a cache folder. An entry is named by the key of a job and states the job's result. An object is named by
 * the SHA-256 of its content, so equal results share one.
 */
export const CACHE_LAYOUT = { entries: 'entries', objects: 'objects', hashes: 'hashes', tag: 'CACHEDIR.TAG' } as const;

/** The tag by which backup programs skip caches (bford.info/cachedir), with a line of our own. */
const TAG = 'Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of fudebako.\n';

/** Maximum bytes of an entry. */
const MAX_ENTRY_BYTES = 1_000_000;

/** Age from which a used entry is marked as used again. */
const TOUCH_MS = 60 * 60 * 1000;

/** A stored result. */
export interface CacheEntry {
  readonly sha256: string;
  readonly result: JobResult;
}

/** A job's place in the cache. */
export interface CachedJob {
  readonly key: string;
  /** States of the inputs when they were hashed, by path. */
  readonly stamps: ReadonlyMap<string, string>;
  readonly entry: CacheEntry | undefined;
}

export interface ResultCache {
  /** Looks a job up. Throws Node's errors if an input can't be read. */
  find(order: JobOrder, nameOf: (path: string) => string): Promise<CachedJob>;
  /** True if a file has the content of an entry. */
  isSame(path: string, entry: CacheEntry): Promise<boolean>;
  /** Copies an entry's content to an empty file. Returns false, and empties the file, if the content is damaged. */
  copyTo(entry: CacheEntry, path: string): Promise<boolean>;
  /** Stores the result of a job, unless an input has changed meanwhile. */
  store(job: CachedJob, path: string, result: JobResult): Promise<void>;
  /** Saves the hashes of unchanged files for the next run. */
  close(): Promise<void>;
}

/** Opens a cache folder, and creates it if needed. Throws UsageError for a folder with other content. */
export function openCache(folder: string): ResultCache {
  prepareFolder(folder);
  const hashes = new FileHashes(join(folder, CACHE_LAYOUT.hashes));
  const entryPath = (key: string) => join(folder, CACHE_LAYOUT.entries, key.slice(0, 2), key);
  const objectPath = (sha256: string) => join(folder, CACHE_LAYOUT.objects, sha256.slice(0, 2), sha256);
  return {
    async find(order, nameOf) {
      const stamps = new Map<string, string>();
      const key = await cacheKey(order, async (path) => {
        const { sha256, stamp } = await hashes.hashOf(path);
        stamps.set(path, stamp);
        return [nameOf(path), sha256];
      });
      const path = entryPath(key);
      const entry = readEntry(path);
      if (entry) touch(path);
      return { key, stamps, entry };
    },

    async isSame(path, { sha256 }) {
      try {
        return (await hashes.hashOf(path)).sha256 === sha256;
      } catch {
        return false;
      }
    },

    async copyTo({ sha256 }, path) {
      const sink = await openSink(path);
      let at = 0;
      try {
        const copied = await hashFile(objectPath(sha256), async (piece) => {
          await sink.write(piece, at);
          at += piece.length;
        });
        if (copied === sha256) return true;
      } catch {
        // The object is missing or unreadable.
      } finally {
        await sink.close();
      }
      await emptyFile(path);
      return false;
    },

    async store({ key, stamps }, path, result) {
      for (const [input, stamp] of stamps) if (stamp === '' || stampOf(input) !== stamp) return;
      const sha256 = await hashFile(path);
      await writeWhole(objectPath(sha256), (temporary) => copyFile(path, temporary, constants.COPYFILE_FICLONE));
      const json = JSON.stringify({ sha256, result } satisfies CacheEntry);
      await writeWhole(entryPath(key), (temporary) => writeText(temporary, `${json}\n${sha256Of(json)}\n`));
    },

    close: () => hashes.save(),
  };
}

/** Checks that a folder is a cache. Throws UsageError. */
export function requireCache(folder: string): void {
  try {
    if (readFileSync(join(folder, CACHE_LAYOUT.tag), 'utf8') === TAG) return;
  } catch {
    // There is no such folder, or no tag in it.
  }
  throw new UsageError(`--cache ${folder}: This folder is not a cache of fudebako.`);
}

function prepareFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`--cache ${folder}: Expected a folder, found a file.`);
  if (!existsSync(join(folder, CACHE_LAYOUT.tag))) {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0)
      throw new UsageError(`--cache ${folder}: The folder has other files; name a new folder.`);
    writeFileSync(join(folder, CACHE_LAYOUT.tag), TAG);
  }
  requireCache(folder);
}

/** Writes a file that appears under its name when complete. Several processes may write the same file. */
async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const pending = await createPendingFile(path);
  try {
    await write(pending.temporary);
    await pending.commit({ replace: true, sync: false });
  } catch (error) {
    await pending.discard();
    throw error;
  }
}

async function writeText(path: string, text: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

async function emptyFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.truncate(0);
  } finally {
    await handle.close();
  }
}

/** Reads an entry; `undefined` if it is missing or damaged. */
export function readEntry(path: string): CacheEntry | undefined {
  try {
    if (statSync(path).size > MAX_ENTRY_BYTES) return undefined;
    const [json = '', sum] = readRegular(path).toString('utf8').split('\n');
    if (sum !== sha256Of(json)) return undefined;
    return parseEntry(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Takes the declared fields only, because a cache can come from another machine. */
function parseEntry(raw: unknown): CacheEntry | undefined {
  const { sha256, result } = (raw ?? {}) as { sha256?: unknown; result?: Partial<JobResult> };
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof result?.facts !== 'object' || !Array.isArray(result.warnings)) return undefined;
  const facts = Object.fromEntries(FACTS.flatMap((name) => fact(result.facts as Data, name)));
  const isWarning = ({ code, data }: JobWarning) => typeof code === 'string' && typeof data === 'object';
  return result.warnings.every(isWarning) ? { sha256, result: { facts, warnings: result.warnings } } : undefined;
}

const FACTS = ['format', 'mimeType', 'width', 'height', 'bytes'];

function fact(facts: Data, name: string): [string, string | number][] {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
}

/** Marks an entry as used, by which `cache prune` sorts. */
function touch(path: string): void {
  try {
    const now = Date.now();
    if (now - statSync(path).mtimeMs > TOUCH_MS) utimesSync(path, now / 1000, now / 1000);
  } catch {
    // The folder is read-only, or another process has removed the entry.
  }
}
