import { afterAll } from 'vitest';
import { removeFolders } from './temporary-folders.ts';

// Test files share their modules, so a hook in `temporary-folders.ts` would run after the first file only.
afterAll(removeFolders);
