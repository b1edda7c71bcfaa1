import { afterAll } from 'vitest';
import { removeFolders } from './temporary-folders.ts';

// Test files share their modules: a hook in the module that makes the folders runs after the first file only.
afterAll(removeFolders);
