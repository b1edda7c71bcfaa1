import { showError } from './errors.ts';

/** Files that have come for one place of a tool. */
interface Arrival {
  readonly names: readonly string[];
  readonly open: () => Promise<unknown>;
}

/** The work of a tool that files wait for. */
interface Work {
  readonly isIdle: () => boolean;
  /** Resolves once `isIdle` holds. */
  readonly whenIdle: () => Promise<void>;
  /** Receives the names of the files that wait. */
  readonly report: (names: readonly string[]) => void;
}

/** Work that follows at once, such as the download after Apply, starts before waiting files open. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Opens files that come to a tool, one arrival at a time and never during other work. A newer arrival for the same place
 * replaces one that still waits; an arrival may be several files.
 */
export class IntakeQueue {
  private readonly waiting = new Map<string, Arrival>();
  private opening: Promise<void> | undefined;

  constructor(private readonly work: Work) {}

  /** @returns resolves once every file that waits has been opened */
  take(place: string, names: readonly string[], open: () => Promise<unknown>): Promise<void> {
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
