import { afterAll, expect, it, vi } from 'vitest';
import { LATE_MS } from '#app/storage/late.ts';

afterAll(() => {
  vi.doUnmock('#app/storage/storage.ts');
  vi.doUnmock('#app/workers/image-client.ts');
  vi.doUnmock('#app/workers/text-painter-client.ts');
  vi.resetModules();
  vi.useRealTimers();
});

it('fonts of a late database become usable when it answers', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  let answer = (_: readonly string[]) => {};
  const keys = new Promise<readonly string[]>((resolve) => {
    answer = resolve;
  });
  const stored = { name: 'My Lobster.woff2', blob: new Blob(['font']) };
  vi.doMock('#app/storage/storage.ts', () => ({
    sharedStorage: () => ({ keys: () => keys, get: async () => stored }),
  }));
  vi.doMock('#app/workers/image-client.ts', () => ({ imageWorker: { addSource: async () => {} }, fileReference() {} }));
  vi.doMock('#app/workers/text-painter-client.ts', () => ({
    textPainter: { addFont: async () => ({ family: 'own:My Lobster', names: { en: 'Lobster' } }) },
  }));
  const { restoreOwnFonts, useOwnFonts } = await import('#app/ui/fonts/own-fonts.ts');
  const restoring = restoreOwnFonts();
  await vi.advanceTimersByTimeAsync(LATE_MS);
  await restoring;
  expect(useOwnFonts.getState()).toEqual({ restored: true, fonts: [] });
  vi.useRealTimers();
  answer(['own:My Lobster']);
  await vi.waitFor(() => expect(useOwnFonts.getState().fonts).toHaveLength(1), { timeout: 20_000 });
  expect(useOwnFonts.getState().fonts[0]).toMatchObject({ family: 'own:My Lobster', name: stored.name });
});
