import type { MessagePort } from 'node:worker_threads';
import type { PulsePhase } from './pulse.mjs';
import type { Announcement } from './supervisor.mjs';
import { writeOut } from './write-out.mjs';

/** What a thread gets from the process's first thread, which waits for signals. */
export interface SupervisedData {
  readonly port: MessagePort;
  /** The terminal's width, where standard error is one. */
  readonly columns: Int32Array | undefined;
}

/** The first thread, as the command sees it. */
export interface Supervisor {
  /** A file that is removed when the process ends before it is finished; said before it is made. */
  noteUnfinished(path: string, isUnfinished: boolean): void;
  /**
   * Watches what this thread does itself: when it makes no progress, the line is printed and the process ends with 1.
   * `{{seconds}}` in a line stands for how long that was.
   * @returns stops watching
   */
  watch(pulse: Int32Array, lines: Readonly<Record<PulsePhase, string>>): () => void;
  /** The last word: what still keeps the process from ending is ended. */
  leave(exitCode: number): void;
}

export function createSupervisor(port: MessagePort): Supervisor {
  const say = (announcement: Announcement) => port.postMessage(announcement);
  return {
    noteUnfinished: (path, isUnfinished) => say({ kind: isUnfinished ? 'begun' : 'ended', path }),
    watch(pulse, lines) {
      say({ kind: 'watch', pulse, lines });
      return () => say({ kind: 'unwatch' });
    },
    leave: (exitCode) => say({ kind: 'leaving', exitCode }),
  };
}

/** Standard output or error. What cannot be written because nobody reads any more is dropped. */
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

  /** True when something was lost that somebody wanted: the disk behind it is full, for one. */
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
