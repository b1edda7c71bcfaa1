import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, partKeyOf } from '../../platform/part-names.ts';
import { byteCount } from '../base/byte-size.ts';
import type { TextStream } from '../base/environment.ts';
import type { PruneRequest } from '../parse/cache-command.ts';
import { CACHE_LAYOUT, readEntry, requireCache } from './cache.ts';

interface PruneResult {
  readonly removed: { readonly results: number; readonly bytes: number };
  readonly remaining: { readonly results: number; readonly bytes: number };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds for which an object without an entry is kept: a running command stores an object before its entry. */
const ORPHAN_MS = 60 * 60 * 1000;

interface StoredEntry {
  readonly path: string;
  readonly usedMs: number;
  readonly sha256: string;
}

/** Prunes a cache folder and prints what remains. Throws UsageError for another folder. */
export function runPrune({ folder, json, ...limits }: PruneRequest, stdout: TextStream): void {
  requireCache(folder);
  const { removed, remaining } = pruneCache(folder, limits);
  stdout.write(
    json
      ? `${JSON.stringify({ operation: 'cache prune', cache: folder, removed, remaining })}\n`
      : `Removed ${removed.results} results (${byteCount(removed.bytes)}); ${remaining.results} remain (${byteCount(remaining.bytes)}).\n`,
  );
}

/** Deletes damaged files, the least recently used entries beyond the limits, and unused objects. Keeps other files. */
function pruneCache(folder: string, { maxBytes, maxAgeDays }: Omit<PruneRequest, 'folder' | 'json'>): PruneResult {
  const now = Date.now();
  const objects = new Map(filesBelow(folder, CACHE_LAYOUT.objects).map((file) => [file.name, file]));
  const entries: StoredEntry[] = [];
  const removed: StoredEntry[] = [];
  for (const { path, changedMs } of filesBelow(folder, CACHE_LAYOUT.entries)) {
    const entry = readEntry(path);
    const stored = { path, usedMs: changedMs, sha256: entry?.sha256 ?? '' };
    (objects.has(stored.sha256) ? entries : removed).push(stored);
  }
  const kept = new Set<string>();
  let bytes = 0;
  let isFull = false;
  for (const entry of entries.sort((one, other) => other.usedMs - one.usedMs)) {
    const more = kept.has(entry.sha256) ? 0 : (objects.get(entry.sha256)?.size ?? 0);
    isFull ||= maxBytes !== undefined && bytes + more > maxBytes;
    const isOld = maxAgeDays !== undefined && now - entry.usedMs > maxAgeDays * DAY_MS;
    if (isFull || isOld) {
      removed.push(entry);
      continue;
    }
    kept.add(entry.sha256);
    bytes += more;
  }
  for (const { path } of removed) rmSync(path, { force: true });
  const released = new Set(removed.map(({ sha256 }) => sha256));
  let freed = 0;
  for (const { path, name, size, changedMs } of objects.values()) {
    // Keeps new objects, because another command may be about to write an entry for a new object.
    if (kept.has(name) || !(released.has(name) || now - changedMs > ORPHAN_MS)) continue;
    rmSync(path, { force: true });
    freed += size;
  }
  return {
    removed: { results: removed.length, bytes: freed },
    remaining: { results: entries.length - removed.filter(({ sha256 }) => objects.has(sha256)).length, bytes },
  };
}

interface StoredFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly changedMs: number;
}

/** Lists the cache files of one kind. Removes the part files of dead processes. */
function filesBelow(folder: string, kind: string): StoredFile[] {
  const top = join(folder, kind);
  return namesIn(top)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((prefix) =>
      namesIn(join(top, prefix)).flatMap((name) => {
        const path = join(top, prefix, name);
        if (partKeyOf(name) !== undefined && isAbandoned(path)) rmSync(path, { force: true });
        const status = /^[0-9a-f]{64}$/.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
        return status?.isFile() ? [{ path, name, size: status.size, changedMs: status.mtimeMs }] : [];
      }),
    );
}

/** Lists a folder. Never follows a link, which may lead to a folder outside the cache. */
function namesIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
