import { realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import type { InputKind, InputSpec } from '#core/operation.ts';
import { type FolderEntry, readEntries } from '../platform/entries.ts';
import { refuseLossyName, refuseSpecial } from '../platform/outside-file.ts';
import { STANDARD } from '../platform/standard-streams.ts';

/** A file that something is to be done to. */
export interface FoundInput {
  /** As the command line has it, or below the folder that the command line has. */
  readonly path: string;
  /** Where its result belongs, below the output folder: the folders between the one that was named and the file. */
  readonly place: string;
  /** What it is called where its path says nothing: `-` for standard input. */
  readonly label?: string;
  /** Why it cannot be opened, where that is known already. */
  readonly problem?: unknown;
}

/** What a folder is searched for. A file that is named itself is taken whatever its name. */
const extensionsByKind: Record<InputKind, readonly string[]> = {
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif', 'svg'],
  audio: ['wav', 'mp3', 'ogg', 'oga', 'opus', 'flac', 'm4a', 'aac'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv'],
  get file() {
    return [...this.image, ...this.audio, ...this.video];
  },
};

/**
 * The files that arguments name: a folder stands for what it and its folders hold, without hidden
 * files. In the order given, a folder's by name, so that every machine cuts the same shards.
 *
 * @param outputFolder is not searched, so that a second run does not take the first one's results
 * @param standardInput the file that stands for `-`
 */
export function findInputs(
  paths: readonly string[],
  spec: Pick<InputSpec, 'kind' | 'extensions'>,
  outputFolder: string | undefined,
  standardInput?: string,
): FoundInput[] {
  const extensions = new Set(spec.extensions ?? extensionsByKind[spec.kind]);
  const found = new Map<string, FoundInput>();
  const skip = outputFolder && resolve(outputFolder);
  for (const path of paths)
    for (const input of path === STANDARD && standardInput !== undefined
      ? [{ path: standardInput, place: '', label: STANDARD }]
      : findBelow(path, extensions, skip)) {
      // The same file twice with the same place is one input; with two places it has two results.
      const key = `${resolve(input.path)}\n${input.place}`;
      if (!found.has(key)) found.set(key, input);
    }
  return [...found.values()];
}

function* findBelow(path: string, extensions: ReadonlySet<string>, skip: string | undefined): Generator<FoundInput> {
  try {
    refuseLossyName(path);
    const status = statSync(path);
    refuseSpecial(status, path);
    if (!status.isDirectory()) yield { path, place: '' };
    else yield* walk(path, '', extensions, skip);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    yield { path, place: '', problem: isMissing ? new FudebakoError('fileNotFound', { name: path }) : error };
  }
}

/**
 * Files below a folder, by name; a folder that cannot be read is a problem of its own. Links to
 * files count; links to folders do not, as they can go in circles. Nor do pipes and devices.
 */
function* walk(
  folder: string,
  place: string,
  extensions: ReadonlySet<string>,
  skip: string | undefined,
): Generator<FoundInput> {
  if (skip === resolve(folder)) return;
  let entries: readonly FolderEntry[];
  try {
    entries = readEntries(folder);
  } catch (problem) {
    yield { path: folder, place, problem };
    return;
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of shown) {
    const path = join(folder, entry.name);
    if (!entry.isFolder && !extensions.has(extensionOf(entry.name))) continue;
    if (entry.isLossy) yield { path, place, problem: new FudebakoError('fileNameEncoding', { name: path }) };
    else if (entry.isFolder) yield* walk(path, join(place, entry.name), extensions, skip);
    else if (entry.isFile()) yield { path, place };
  }
}

/** A path that is the same for every way of writing it; links are followed as far as there is something. */
export function canonicalPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    const parent = resolve(full, '..');
    return parent === full ? full : join(canonicalPath(parent), basename(full));
  }
}
