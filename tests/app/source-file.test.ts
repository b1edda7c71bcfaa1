import { openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { sourceFile } from '#app/workers/files.ts';
import { emptyFolder } from '../temporary-folders.ts';

// Simulates a worker: each read of a source file reports the worker's activity to the page.
vi.stubGlobal('self', { postMessage: () => {} });

const folder = emptyFolder();

it('reading a source file that was removed or changed asks the visitor to choose the file again', async () => {
  const path = join(folder, 'a.bin');
  writeFileSync(path, new Uint8Array([1, 2, 3]));
  const file = sourceFile(await openAsBlob(path), 'a.bin');
  expect(await file.read(1)).toEqual(new Uint8Array([2, 3]));
  writeFileSync(path, new Uint8Array(10));
  await expect(file.read()).rejects.toMatchObject({ code: 'fileGone' });
  rmSync(path);
  await expect(file.read()).rejects.toMatchObject({ code: 'fileGone' });
});

it('reading a source file passes on any other error unchanged', async () => {
  const broken = Object.assign(new Blob(['a']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new TypeError('x')) }),
  });
  await expect(sourceFile(broken as unknown as Blob, 'a').read()).rejects.toThrow(TypeError);
});
