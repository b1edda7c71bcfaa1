import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/**
 * Matches `.<stem>.<result>.<host>-<pid>-<start>-<random>.part`. Later runs find abandoned part files by this name.
 * `result` hashes the result's name. `host` hashes the machine and its process ID namespace, because containers can
 * share process IDs. `start` is the start time of the process, or 0, because processes reuse IDs.
 */
const PART_NAME = /\.([0-9a-f]{12})\.([0-9a-f]{8})-([0-9a-z]{1,8})-([0-9a-z]{1,12})-[0-9a-f]{12}\.part$/;

/** Maximum characters of the result's name in a part file's name; some file systems allow only 143 bytes. */
const STEM_LENGTH = 24;

/** Age after which a part file counts as abandoned, if its process can't be checked. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

const hash = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);

export const partKey = (name: string): string => hash(name, 12);

export function createPartName(name: string): string {
  const stem = [...name].slice(0, STEM_LENGTH).join('');
  const { host, pid, start } = self();
  const owner = [host, pid.toString(36), start, randomBytes(6).toString('hex')].join('-');
  return `.${stem}.${partKey(name)}.${owner}.part`;
}

export const partKeyOf = (name: string): string | undefined => PART_NAME.exec(name)?.[1];

/** True if no process writes the part file. If the process can't be checked, true a day after the last write. */
export function isAbandoned(path: string): boolean {
  const [, , host, pid = '', start] = PART_NAME.exec(basename(path)) ?? [];
  if (host === undefined) return false;
  const own = self();
  if (host === own.host) {
    const id = Number.parseInt(pid, 36);
    if (!isRunning(id)) return true;
    const running = startOf(id);
    if (running !== '0' && start !== '0') return running !== start;
  }
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > ABANDONED_MS;
}

interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  readonly start: string;
}

let identity: ProcessIdentity | undefined;

function self(): ProcessIdentity {
  identity ??= {
    host: hash([hostname(), orEmpty(readMachineId), orEmpty(readPidNamespace)].join('\n'), 8),
    pid: process.pid,
    start: startOf(process.pid),
  };
  return identity;
}

const readMachineId = () => readFileSync('/etc/machine-id', 'utf8');
const readPidNamespace = () => readlinkSync('/proc/self/ns/pid');

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Returns the start time of a process in clock ticks since boot (proc_pid_stat(5), field 22), in base 36. */
function startOf(pid: number): string {
  const status = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // Reads the text after the last parenthesis: the program name before may contain spaces and parentheses.
  const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  return ticks === undefined ? '0' : Number(ticks).toString(36);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
