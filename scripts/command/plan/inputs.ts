import { realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { imageExtensions } from '#core/image/formats/input-extensions.ts';
import type { InputKind, InputSpec } from '#core/operation.ts';
import { type FolderEntry, readEntries } from '../../platform/entries.ts';
import { refuseLossyName, refuseSpecial } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import { UsageError } from '../base/errors.ts';
import type { InputPaths } from '../parse/input-paths.ts';

export interface FoundInput {
  readonly path: string;
  /** Subfolder for the result in the output folder: the path from the given folder to the file's folder. */
  readonly place: string;
  /** Display name if it differs from the path, for example `-` for stdin. */
  readonly label?: string;
  /** Reason why the file can't be opened, if already known. */
  readonly problem?: unknown;
}

/** File extensions to search for in folders. A file on the command line may have any extension. */
const extensionsByKind: Record<InputKind, readonly string[]> = {
  image: imageExtensions,
  audio: [
    'wav',
    'mp3',
    'ogg',
    'oga',
    'opus',
    'flac',
    'm4a',
    'm4b',
    'aac',
    'aif',
    'aiff',
    'aifc',
    'caf',
    'mka',
    'weba',
    'wma',
    'amr',
  ],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv'],
  get file() {
    return [...this.image, ...this.audio, ...this.video];
  },
};

/** Finds inputs, sorted by name for equal shards on all machines. Throws UsageError if `outputFolder` is searched. */
export function findInputs(
  paths: readonly string[],
  spec: Pick<InputSpec, 'kind' | 'extensions' | 'together'>,
  outputFolder: string | undefined,
  standardInput?: string,
  { places, isExcluded, problems }: Pick<InputPaths, 'places' | 'isExcluded' | 'problems'> = NOTHING_SPECIAL,
): FoundInput[] {
  const extensions = new Set(spec.extensions ?? extensionsByKind[spec.kind]);
  const found = new Map<string, FoundInput>();
  const skip = outputFolder && resolve(outputFolder);
  const search = { extensions, skip, isExcluded, problems };
  for (const path of paths)
    for (const input of path === STDIO && standardInput !== undefined
      ? [{ path: standardInput, place: '', label: STDIO }]
      : findBelow(path, places.get(path) ?? '', search)) {
      // A file that is found twice with the same subfolder is one input. With two subfolders, the file has two results.
      // If one result is made of all files, a file can be in it twice.
      const key = spec.together ? `${found.size}` : `${resolve(input.path)}\n${input.place}`;
      if (!found.has(key)) found.set(key, input);
    }
  return [...found.values()];
}

const NOTHING_SPECIAL = {
  places: new Map<string, string>(),
  isExcluded: () => false,
  problems: new Map<string, unknown>(),
};

interface Search extends Pick<InputPaths, 'isExcluded' | 'problems'> {
  readonly extensions: ReadonlySet<string>;
  readonly skip: string | undefined;
}

function* findBelow(path: string, place: string, search: Search): Generator<FoundInput> {
  if (search.isExcluded(path)) return;
  if (search.problems.has(path)) {
    yield { path, place, problem: search.problems.get(path) };
    return;
  }
  try {
    refuseLossyName(path);
    const status = statSync(path);
    refuseSpecial(status, path);
    if (!status.isDirectory()) yield { path, place };
    else if (search.skip === resolve(path))
      throw new UsageError(`${path}: The output folder is the input folder itself; write to another folder.`);
    else yield* walk(path, place, '', search);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    yield { path, place, problem: isMissing ? new FudebakoError('fileNotFound', { name: path }) : error };
  }
}

/** Yields a folder tree's files by name. Skips hidden files, pipes, devices, and folder symlinks, which may loop. */
function* walk(folder: string, place: string, below: string, search: Search): Generator<FoundInput> {
  const { extensions, skip, isExcluded } = search;
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
    const inner = join(below, entry.name);
    if (isExcluded(path) || isExcluded(inner)) continue;
    if (entry.isLossy) yield { path, place, problem: new FudebakoError('fileNameEncoding', { name: path }) };
    else if (entry.isFolder) yield* walk(path, join(place, entry.name), inner, search);
    else if (entry.isFile()) yield { path, place };
  }
}

/** Resolves symlinks in the existing part of a path, so that two spellings of a path are equal. */
export function canonicalPath(path: string): string {
  const full = resolve(path);
  try {
    return realpathSync.native(full);
  } catch {
    const parent = resolve(full, '..');
    return parent === full ? full : join(canonicalPath(parent), basename(full));
  }
}
