import { showError } from '../notices/error-queue.ts';
import { askBeforeLeaving } from '../platform/leaving.ts';

interface Arrival {
  readonly names: readonly string[];
  readonly open: () => Promise<unknown>;
}

/** The running work of a tool. Files that arrive during the work open afterwards. */
interface Work {
  readonly isIdle: () => boolean;
  readonly whenIdle: () => Promise<void>;
  /** Receives the names of the waiting files. */
  readonly report: (names: readonly string[]) => void;
}

/** Waits for the next task, so that follow-up work starts before files open, for example a download after Apply. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Opens files in order of arrival, and never during work. Newer files for the same input replace waiting files. */
export class IntakeQueue {
  private readonly waiting = new Map<string, Arrival>();
  private opening: Promise<void> | undefined;

  constructor(private readonly work: Work) {}

  /** Adds files to the queue. Resolves when the queue is empty. Until then, the page asks before it closes. */
  add(place: string, names: readonly string[], open: () => Promise<unknown>): Promise<void> {
    this.waiting.delete(place);
    this.waiting.set(place, { names, open });
    this.opening ??= askBeforeLeaving(this.openAll()).finally(() => {
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
