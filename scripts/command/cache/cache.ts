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
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Data } from '#core/operation.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { FileHashes, hashFile, sha256Of, stampOf } from '../../platform/file-hashes.ts';
import { atOutput, createPendingFile, openSink, type WrittenPaths, writeSmallFile } from '../../platform/files.ts';
import { readRegular } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import { UsageError } from '../base/errors.ts';
import type { Request } from '../parse/request.ts';
import { createOrder, type JobOrder, type JobResult, type JobWarning, resultOrder } from '../plan/job-order.ts';
import type { PlannedJob } from '../plan/plan.ts';
import { OutputRecords } from './output-records.ts';

/** Entries are named by a job's key, objects by the SHA-256 of their content, so equal results are stored once. */
export const CACHE_LAYOUT = {
  entries: 'entries',
  objects: 'objects',
  hashes: 'hashes',
  outputs: 'outputs',
  tag: 'CACHEDIR.TAG',
} as const;

/** File that tells backup programs to skip the folder (bford.info/cachedir). */
const TAG = 'Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of fudebako.\n';

/** Maximum bytes of a result that is read into memory to store it. A larger file is copied, or cloned if possible. */
const SMALL_BYTES = 1 << 20;

const MAX_ENTRY_BYTES = 1_000_000;

/** Minimum milliseconds between two updates of an entry's time of last use. Avoids a write at each use. */
const TOUCH_MS = 60 * 60 * 1000;

export interface CacheEntry {
  readonly sha256: string;
  readonly result: JobResult;
}

export interface CachedJob {
  readonly key: string;
  /** Stamp of each input file (see `file-hashes.ts`) from the time when the file was hashed, by path. */
  readonly stamps: ReadonlyMap<string, string>;
  readonly entry: CacheEntry | undefined;
}

export interface ResultCache {
  /** Looks up a job in the cache. Throws Node's errors if an input can't be read. */
  find(order: JobOrder, nameOf: (path: string) => string): Promise<CachedJob>;
  isSame(path: string, entry: CacheEntry): Promise<boolean>;
  /** Copies an entry's content to an empty file. If the content is damaged, empties the file and returns false. */
  copyTo(entry: CacheEntry, file: WrittenPaths): Promise<boolean>;
  /** Stores the result of a job, unless an input file has changed since that file was hashed. Returns its SHA-256. */
  store(job: CachedJob, path: string, result: JobResult): Promise<string | undefined>;
  readonly outputs: OutputRecords;
  /** Saves the hashes of unchanged files and the records of outputs for the next run. */
  close(): Promise<void>;
}

/**
 * Opens a cache folder, and creates the folder if needed. Throws UsageError if the folder has other content.
 * @param isReadOnly true to write nothing, not even times of use
 */
export function openCache(folder: string, isReadOnly = false): ResultCache {
  if (!isReadOnly) prepareFolder(folder);
  else if (existsSync(folder)) requireCache(folder);
  const outputs = new OutputRecords(join(folder, CACHE_LAYOUT.outputs), folder);
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
      if (entry && !isReadOnly) touch(path);
      return { key, stamps, entry };
    },

    async isSame(path, { sha256 }) {
      try {
        return (await hashes.hashOf(path)).sha256 === sha256;
      } catch {
        return false;
      }
    },

    async copyTo({ sha256 }, file) {
      const object = objectPath(sha256);
      const small = readSmallObject(object, sha256);
      if (small) {
        try {
          writeFileSync(file.temporary, small, { flag: 'r+' });
          return true;
        } catch (error) {
          throw atOutput(error, file.output);
        }
      }
      const sink = await openSink(file);
      let at = 0;
      try {
        const copied = await hashFile(object, async (piece) => {
          await sink.write(piece, at);
          at += piece.length;
        });
        if (copied === sha256) return true;
      } catch {
        // Treats a missing or unreadable object as a result that isn't cached.
      } finally {
        await sink.close();
      }
      await emptyFile(file.temporary);
      return false;
    },

    async store({ key, stamps }, path, result) {
      for (const [input, stamp] of stamps) if (stamp === '' || stampOf(input) !== stamp) return undefined;
      const sha256 = await storeObject(path, objectPath);
      const json = JSON.stringify({ sha256, result } satisfies CacheEntry);
      writeSmallFile(entryPath(key), `${json}\n${sha256Of(json)}\n`);
      return sha256;
    },

    outputs,

    async close() {
      if (isReadOnly) return;
      await hashes.save();
      await outputs.save();
    },
  };
}

/** Throws UsageError unless the folder is a cache folder. */
export function requireCache(folder: string): void {
  try {
    if (readFileSync(join(folder, CACHE_LAYOUT.tag), 'utf8') === TAG) return;
  } catch {
    // The folder does not exist, or does not contain the tag file.
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

/** Stores a file's content as an object, and returns its hash. Several processes may write the same object. */
async function storeObject(path: string, objectPath: (sha256: string) => string): Promise<string> {
  if (statSync(path).size <= SMALL_BYTES) {
    const content = readRegular(path);
    const sha256 = sha256Of(content);
    const object = objectPath(sha256);
    if (!readSmallObject(object, sha256)) writeSmallFile(object, content);
    return sha256;
  }
  const sha256 = await hashFile(path);
  const pending = await createPendingFile(objectPath(sha256));
  try {
    await copyFile(path, pending.temporary, constants.COPYFILE_FICLONE);
    await pending.commit({ replace: true, sync: false });
  } catch (error) {
    await pending.discard();
    throw error;
  }
  return sha256;
}

/** Reads a small object; `undefined` if the object is missing, damaged or large. Faster than reading in pieces. */
function readSmallObject(path: string, sha256: string): Buffer | undefined {
  try {
    if (statSync(path).size > SMALL_BYTES) return undefined;
    const content = readRegular(path);
    return sha256Of(content) === sha256 ? content : undefined;
  } catch {
    return undefined;
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

/** Reads an entry; `undefined` if the entry is missing or damaged. */
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

/** Reads only known fields, because a cache may come from another machine. */
function parseEntry(raw: unknown): CacheEntry | undefined {
  const { sha256, result } = (raw ?? {}) as { sha256?: unknown; result?: Partial<JobResult> };
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof result?.facts !== 'object' || !Array.isArray(result.warnings)) return undefined;
  const facts = Object.fromEntries(FACTS.flatMap((name) => fact(result.facts as Data, name)));
  const isWarning = ({ code, data }: JobWarning) => typeof code === 'string' && typeof data === 'object';
  return result.warnings.every(isWarning) ? { sha256, result: { facts, warnings: result.warnings } } : undefined;
}

const FACTS = ['format', 'mimeType', 'width', 'height', 'bytes', 'delayMs'];

function fact(facts: Data, name: string): [string, string | number][] {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
}

/** Marks an entry as recently used. `cache prune` removes the least recently used entries first. */
function touch(path: string): void {
  try {
    const now = Date.now();
    if (now - statSync(path).mtimeMs > TOUCH_MS) utimesSync(path, now / 1000, now / 1000);
  } catch {
    // Ignores the error: the folder is read-only, or another process has removed the entry.
  }
}

export interface FoundJob extends CachedJob {
  /** True if the output exists with the stored content. */
  readonly isSame: boolean;
}

/** Looks up a job in the cache. Returns `undefined` without a cache, and for data results. */
export async function findCached(
  job: PlannedJob,
  request: Request,
  cache: ResultCache | undefined,
): Promise<FoundJob | undefined> {
  if (!cache || job.output === undefined) return undefined;
  // The cache key contains `-` for stdin, because the temporary file of stdin has a random name.
  const nameOf = (path: string) => (path === request.standardInput ? STDIO : basename(path));
  const found = await cache.find(createOrder(job, request, [resultOrder(job, undefined)]), nameOf);
  const isSame = job.output !== STDIO && found.entry !== undefined && (await cache.isSame(job.output, found.entry));
  return { ...found, isSame };
}

/** Version of the cache format. Increased when the meaning of keys or entries changes. */
const CACHE_VERSION = 3;

/** Packages that select or change an encoder, by their presence or version. */
const ENCODERS = ['node-av', '@ffmpeg/core', '@napi-rs/canvas', '@fudebako/fonts'];

let encoders: readonly (string | undefined)[] | undefined;

/** Hashes everything that affects a result: inputs with names, steps, settings, limits, system and package versions. */
export async function cacheKey(
  { steps, output, image, results, failOn, textEncoding, limits }: JobOrder,
  identify: (path: string) => Promise<readonly [name: string, sha256: string]>,
): Promise<string> {
  encoders ??= ENCODERS.map(installedVersion);
  const described = [];
  for (const { operation, params, inputs = {}, madeOn } of steps) {
    const files = [];
    for (const [name, paths] of Object.entries(inputs))
      files.push([name, Array.isArray(paths), await Promise.all([paths].flat().map(identify))]);
    described.push([operation, params, files, ...(madeOn ? [madeOn] : [])]);
  }
  const machine = [CACHE_VERSION, packageJson.version, process.platform, process.arch, encoders];
  const source = image === undefined ? null : await identify(image);
  const wanted = results.map(({ width, encoding, frame }) => [
    width ?? null,
    encoding ?? null,
    ...(frame === undefined ? [] : [frame]),
  ]);
  return sha256Of(
    JSON.stringify([
      machine,
      described,
      output,
      source,
      wanted,
      failOn,
      limits.maxPixels ?? null,
      ...(textEncoding ? [textEncoding] : []),
    ]),
  );
}

function installedVersion(name: string): string | undefined {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? [])
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch {
      // The package isn't in this `node_modules` folder, so the loop continues with the next folder.
    }
  return undefined;
}
