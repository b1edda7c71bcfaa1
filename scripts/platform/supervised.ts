import type { MessagePort } from 'node:worker_threads';
import type { PulsePhase } from './pulse.mjs';
import type { Announcement } from './supervisor.mjs';
import { writeOut } from './write-out.mjs';

/** Data that the supervisor (the thread that handles signals) passes to the command's thread. */
export interface SupervisedData {
  readonly port: MessagePort;
  /** Width of the terminal in columns, if stderr is a terminal. */
  readonly columns: Int32Array | undefined;
}

/** Functions that the supervisor (the thread that handles signals) offers to the command's thread. */
export interface Supervisor {
  /** Reports a file before creation and after completion. At exit, the supervisor removes unfinished files. */
  noteUnfinished(path: string, isUnfinished: boolean): void;
  /**
   * Watches this thread. If it makes no progress for too long, prints the line of its phase and exits with code 1.
   * In the line, the number of seconds without progress replaces `{{seconds}}`. Returns a function that stops watching.
   */
  watch(pulse: Int32Array, lines: Readonly<Record<PulsePhase, string>>): () => void;
  /** Reports that this thread will exit. If the thread doesn't exit soon, the supervisor kills the process. */
  leave(exitCode: number): void;
}

export function createSupervisor(port: MessagePort): Supervisor {
  const announce = (announcement: Announcement) => port.postMessage(announcement);
  return {
    noteUnfinished: (path, isUnfinished) => announce({ kind: isUnfinished ? 'begun' : 'ended', path }),
    watch(pulse, lines) {
      announce({ kind: 'watch', pulse, lines });
      return () => announce({ kind: 'unwatch' });
    },
    leave: (exitCode) => announce({ kind: 'leaving', exitCode }),
  };
}

/** Writes to stdout or stderr. Drops text after the reader has closed the stream. */
export class OutStream {
  private state: 'open' | 'gone' | 'failed' = 'open';

  constructor(
    private readonly fd: 1 | 2,
    private readonly width?: Int32Array,
  ) {}

  get isTTY(): boolean {
    return this.width !== undefined;
  }

  get columns(): number | undefined {
    return this.width && Atomics.load(this.width, 0);
  }

  /** True if text was lost although the reader is open, for example on a full disk. */
  get hasFailed(): boolean {
    return this.state === 'failed';
  }

  write(text: string): void {
    if (this.state !== 'open') return;
    try {
      if (writeOut(this.fd, text) === 'gone') this.state = 'gone';
    } catch {
      this.state = 'failed';
    }
  }
}
