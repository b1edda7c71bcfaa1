import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  lstatSync,
  openSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { FudebakoError } from '#core/base/errors.ts';
import { requireRegular } from './outside-file.ts';

/** Where a result really goes. */
export interface OutputPlace {
  /** The file itself, behind every link. */
  readonly target: string;
  /** What is there already. */
  readonly existing: Stats | undefined;
}

/**
 * A name that is a link stands for the file that it leads to, as for `cp`. Nothing is written over
 * what may not be written to.
 *
 * @throws FudebakoError `outputLink` for a link to nothing, `fileSpecial` for a pipe or a device;
 * Node's errors: `EISDIR`, `EACCES`, `ELOOP`
 */
export function findOutput(path: string): OutputPlace {
  const link = lstatSync(path, { throwIfNoEntry: false });
  if (!link) return { target: path, existing: undefined };
  const existing = statSync(path, { throwIfNoEntry: false });
  if (!existing) throw new FudebakoError('outputLink', { name: path });
  requireRegular(path, existing);
  accessSync(path, constants.W_OK);
  return { target: link.isSymbolicLink() ? realpathSync(path) : path, existing };
}

const PERMISSIONS = 0o777;

/** Makes an empty file that nobody may open who may not open the one that it is to replace. */
export function createLike(path: string, existing: Stats | undefined): void {
  const descriptor = openSync(path, 'wx', existing ? 0o600 : 0o666);
  try {
    if (!existing) return;
    keepOwner(descriptor, existing);
    fchmodSync(descriptor, existing.mode & PERMISSIONS);
  } finally {
    closeSync(descriptor);
  }
}

function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === uid && process.getgid?.() === gid) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only the system's keeper may give a file away: it then belongs to who wrote it, as any new one.
  }
}
