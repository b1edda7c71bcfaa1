import { afterAll } from 'vitest';
import { removeFolders } from './temporary-folders.ts';

// Test files share their modules, so a hook in `temporary-folders.ts` would run only after the first test file.
afterAll(removeFolders);
