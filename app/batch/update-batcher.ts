import type { StoreApi } from 'zustand';
import type { BatchItem, BatchState } from './item.ts';

/** Milliseconds between published updates. Each update causes a render; faster updates aren't noticeable. */
const TOGETHER_MS = 100;

/** Merges updates of batch items. Hundreds of separate renders, for example of cached results, would block the page. */
export class UpdateBatcher {
  private readonly changes = new Map<string, Partial<BatchItem>>();
  private done = 0;
  private lastFlushAt = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private places = new Map<string, number>();
  private list: readonly BatchItem[] | undefined;

  constructor(private readonly store: Pick<StoreApi<BatchState>, 'getState' | 'setState'>) {}

  /** Returns an item including its unpublished updates. */
  find(id: string): BatchItem | undefined {
    const { items } = this.store.getState();
    if (items !== this.list) {
      this.list = items;
      this.places = new Map(items.map((item, index) => [item.id, index]));
    }
    const item = items[this.places.get(id) ?? -1];
    return item && { ...item, ...this.changes.get(id) };
  }

  change(id: string, change: Partial<BatchItem>): void {
    this.changes.set(id, { ...this.changes.get(id), ...change });
    this.scheduleFlush();
  }

  countDone(): void {
    this.done++;
    this.scheduleFlush();
  }

  private scheduleFlush(): void {
    // Publishes at once if the previous update was long ago, so single updates have no delay.
    const wait = Math.max(0, this.lastFlushAt + TOGETHER_MS - performance.now());
    this.timer ??= setTimeout(() => this.flush(), wait);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { changes, done } = this;
    if (changes.size === 0 && done === 0) return;
    this.lastFlushAt = performance.now();
    const flushed = new Map(changes);
    changes.clear();
    this.done = 0;
    this.store.setState(({ items, run }) => ({
      items: flushed.size > 0 ? items.map((item) => withChange(item, flushed.get(item.id))) : items,
      run: run && { ...run, done: run.done + done },
    }));
  }
}

const withChange = (item: BatchItem, change: Partial<BatchItem> | undefined): BatchItem =>
  change ? { ...item, ...change } : item;
