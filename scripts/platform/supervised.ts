import type { MessagePort } from 'node:worker_threads';
import type { PulsePhase } from './pulse.mjs';
import type { Announcement } from './supervisor.mjs';
import { writeOut } from './write-out.mjs';

/** Data that the supervising thread, which handles signals, passes to the command thread. */
export interface SupervisedData {
  readonly port: MessagePort;
  /** Width of the terminal, if stderr is a terminal. */
  readonly columns: Int32Array | undefined;
}

/** The supervising thread, as the command uses it. */
export interface Supervisor {
  /** Announces a file before its creation and when it is complete. The supervisor removes unfinished files at exit. */
  noteUnfinished(path: string, isUnfinished: boolean): void;
  /**
   * Watches the work of this thread. If the work stalls, the supervisor prints the line and exits with 1. `{{seconds}}`
   * in a line is replaced by the duration.
   * @returns a function that stops watching
   */
  watch(pulse: Int32Array, lines: Readonly<Record<PulsePhase, string>>): () => void;
  /** Announces the exit. The supervisor kills the process if it does not exit soon. */
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

/** stdout or stderr. Drops text when the reader has closed the stream. */
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

  /** True if text was lost although the reader exists, for example on a full disk. */
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
