import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { FudebakoError } from '#core/errors.ts';
import { extensionOf } from '#core/files.ts';
import type { InputKind, InputSpec } from '#core/operation.ts';

/** A file that something is to be done to. */
export interface FoundInput {
  /** As the command line has it, or below the folder that the command line has. */
  readonly path: string;
  /** Where its result belongs, below the output folder: the folders between the one that was named and the file. */
  readonly place: string;
  /** Why it cannot be opened, where that is known already. */
  readonly problem?: unknown;
}

/** What a folder is searched for. A file that is named itself is taken whatever its name. */
const extensionsByKind: Record<InputKind, readonly string[]> = {
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'bmp', 'avif'],
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
 */
export async function findInputs(
  paths: readonly string[],
  spec: Pick<InputSpec, 'kind' | 'extensions'>,
  outputFolder: string | undefined,
): Promise<FoundInput[]> {
  const extensions = new Set(spec.extensions ?? extensionsByKind[spec.kind]);
  const found = new Map<string, FoundInput>();
  const skip = outputFolder && resolve(outputFolder);
  for (const path of paths)
    for (const input of await findBelow(path, extensions, skip)) {
      // The same file twice with the same place is one input; with two places it has two results.
      const key = `${resolve(input.path)}\n${input.place}`;
      if (!found.has(key)) found.set(key, input);
    }
  return [...found.values()];
}

async function findBelow(
  path: string,
  extensions: ReadonlySet<string>,
  skip: string | undefined,
): Promise<FoundInput[]> {
  const status = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (status instanceof Error) {
    const problem = status.code === 'ENOENT' ? new FudebakoError('fileNotFound', { name: path }) : status;
    return [{ path, place: '', problem }];
  }
  if (!status.isDirectory()) return [{ path, place: '' }];
  const files = await walk(path, skip);
  return files
    .filter((file) => extensions.has(extensionOf(basename(file))))
    .map((file) => ({ path: file, place: relative(path, join(file, '..')) }));
}

/** Files below a folder, by name. Links to files count; links to folders do not, as they can go in circles. */
async function walk(folder: string, skip: string | undefined): Promise<string[]> {
  if (skip === resolve(folder)) return [];
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walk(path, skip)));
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isLinkToFile(path)))) found.push(path);
  }
  return found;
}

async function isLinkToFile(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

/** A path that is the same for every way of writing it; links are followed as far as there is something. */
export async function canonicalPath(path: string): Promise<string> {
  const full = resolve(path);
  return realpath(full).catch(async () => {
    const parent = resolve(full, '..');
    return parent === full ? full : join(await canonicalPath(parent), basename(full));
  });
}
