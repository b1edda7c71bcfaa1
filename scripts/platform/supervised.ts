import type { MessagePort } from 'node:worker_threads';
import type { PulsePhase } from './pulse.mjs';
import type { Announcement } from './supervisor.mjs';
import { writeOut } from './write-out.mjs';

/** Data that the supervisor, the thread that handles signals, passes to the thread of the command. */
export interface SupervisedData {
  readonly port: MessagePort;
  /** Width of the terminal in columns, if stderr is a terminal. */
  readonly columns: Int32Array | undefined;
}

/** Functions of the supervisor, the thread that handles signals, for the thread of the command. */
export interface Supervisor {
  /** Reports a file before its creation and when it is complete. The supervisor removes unfinished files at exit. */
  noteUnfinished(path: string, isUnfinished: boolean): void;
  /**
   * Watches the progress of this thread. If there is none, the supervisor prints the line of the current phase and
   * exits with 1. `{{seconds}}` in a line is replaced by the time without progress.
   * @returns a function that stops watching
   */
  watch(pulse: Int32Array, lines: Readonly<Record<PulsePhase, string>>): () => void;
  /** Reports that this thread exits. The supervisor kills the process if it does not exit soon. */
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

/** stdout or stderr. Drops text if the reader has closed the stream. */
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

  /** True if text was lost for another reason than a closed reader, for example because the disk is full. */
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
