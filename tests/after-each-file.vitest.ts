import { afterAll, vi } from 'vitest';
import { removeFolders } from './temporary-folders.ts';

// Test files share their modules and globals: a frozen clock would stay frozen in later files, and a hook in
// `temporary-folders.ts` would run only after the first file.
afterAll(() => {
  vi.useRealTimers();
  return removeFolders();
});
