import { showError } from '../messages/errors.ts';

/** Files that wait for one file slot of a tool. */
interface Arrival {
  readonly names: readonly string[];
  readonly open: () => Promise<unknown>;
}

/** A tool's current work. Files that arrive meanwhile wait until the work ends. */
interface Work {
  readonly isIdle: () => boolean;
  /** Resolves when no work is running. */
  readonly whenIdle: () => Promise<void>;
  /** Receives the names of waiting files. */
  readonly report: (names: readonly string[]) => void;
}

/** Waits for the next task, so follow-up work, such as the download after Apply, starts before files open. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Opens incoming files one arrival at a time, never during other work. The newest arrival per file slot counts. */
export class IntakeQueue {
  private readonly waiting = new Map<string, Arrival>();
  private opening: Promise<void> | undefined;

  constructor(private readonly work: Work) {}

  /** Resolves when all waiting files have been opened. */
  add(place: string, names: readonly string[], open: () => Promise<unknown>): Promise<void> {
    this.waiting.delete(place);
    this.waiting.set(place, { names, open });
    this.opening ??= this.openAll().finally(() => {
      this.opening = undefined;
    });
    this.report();
    return this.opening;
  }

  private async openAll(): Promise<void> {
    while (this.waiting.size > 0) {
      if (!this.work.isIdle()) {
        await this.work.whenIdle();
        await nextTask();
        continue;
      }
      const [place, { open }] = [...this.waiting][0] as [string, Arrival];
      this.waiting.delete(place);
      this.report();
      await open().catch(showError);
    }
  }

  private report(): void {
    this.work.report([...this.waiting.values()].flatMap(({ names }) => names));
  }
}
