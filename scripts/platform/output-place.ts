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
  /** Path of the output file after symlinks are resolved. */
  readonly target: string;
  /** Status of the existing file that the output will replace, if any. */
  readonly existing: Stats | undefined;
}

/** Resolves an output's path as `cp` does. Throws FudebakoError `outputLink`, `fileSpecial`; Node.js errors. */
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

/** Creates an empty file with at most the access rights of the file that it will replace. */
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
    // Only root may change the owner. For other users, the new file belongs to the current user.
  }
}
