import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { BatchState } from '#app/batch/item.ts';
import { UpdateBatcher } from '#app/batch/update-batcher.ts';

const COUNT = 500;

const storeOf = () =>
  createStore<BatchState>(() => ({
    items: Array.from({ length: COUNT }, (_, at) => ({
      id: `${at}`,
      name: `${at}.png`,
      folder: '',
      state: 'waiting' as const,
    })),
    shown: undefined,
    run: { total: COUNT, done: 0, startedAt: 0 },
    packing: false,
  }));

describe('batched updates of many images', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('that arrive together notify the page once, and each update is readable before the notification', async () => {
    const store = storeOf();
    const batcher = new UpdateBatcher(store);
    const listener = vi.fn();
    store.subscribe(listener);
    for (let at = 0; at < COUNT; at++) {
      batcher.change(`${at}`, { state: 'working' });
      await Promise.resolve();
      expect(batcher.find(`${at}`)).toMatchObject({ name: `${at}.png`, state: 'working' });
      batcher.change(`${at}`, { state: 'done', key: 'k' });
      batcher.countDone();
    }
    expect(listener).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.getState().run?.done).toBe(COUNT);
    expect(store.getState().items.every(({ state, key }) => state === 'done' && key === 'k')).toBe(true);
  });

  it('notify the page immediately after a pause, and in groups afterwards', () => {
    const store = storeOf();
    const batcher = new UpdateBatcher(store);
    batcher.change('0', { state: 'working' });
    vi.advanceTimersByTime(0);
    expect(store.getState().items[0]?.state).toBe('working');
    batcher.change('1', { state: 'working' });
    vi.advanceTimersByTime(50);
    expect(store.getState().items[1]?.state).toBe('waiting');
    vi.advanceTimersByTime(50);
    expect(store.getState().items[1]?.state).toBe('working');
  });

  it('of a removed image are dropped', () => {
    const store = storeOf();
    const batcher = new UpdateBatcher(store);
    store.setState(({ items }) => ({ items: items.slice(1) }));
    batcher.change('0', { state: 'done' });
    batcher.flush();
    expect(batcher.find('0')).toBeUndefined();
    expect(store.getState().items).toHaveLength(COUNT - 1);
  });
});
