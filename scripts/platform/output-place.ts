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

export interface OutputPlace {
  /** Path of the file with symlinks resolved. */
  readonly target: string;
  /** Status of the existing file, if there is one. */
  readonly existing: Stats | undefined;
}

/**
 * Resolves an output path. Follows symlinks, as `cp` does. Refuses a file that cannot be written.
 *
 * @throws FudebakoError `outputLink` for a broken symlink, `fileSpecial` for a pipe or a device; Node's errors:
 * `EISDIR`, `EACCES`, `ELOOP`
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

/** Creates an empty file that is at most as accessible as the file that it will replace. */
export function createWithModeOf(path: string, existing: Stats | undefined): void {
  const descriptor = openSync(path, 'wx', existing ? 0o600 : 0o666);
  try {
    if (!existing) return;
    preserveOwner(descriptor, existing);
    fchmodSync(descriptor, existing.mode & PERMISSIONS);
  } finally {
    closeSync(descriptor);
  }
}

function preserveOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() === uid && process.getgid?.() === gid) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root may change the owner; otherwise the file belongs to the current user.
  }
}
