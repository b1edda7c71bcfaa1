import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPendingFile, openFile, openSink } from '#scripts/platform/files.ts';
import { emptyFolder } from '../temporary-folders.ts';

let folder: string;
beforeEach(() => {
  folder = emptyFolder();
});

const bytes = (...values: number[]) => new Uint8Array(values);

describe('a source file on disk', () => {
  it('reads completely and in ranges, not past its end', async () => {
    writeFileSync(join(folder, 'ten.bin'), bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    const file = await openFile(join(folder, 'ten.bin'));
    expect([file.name, file.size]).toEqual(['ten.bin', 10]);
    expect(await file.read()).toEqual(bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    expect(await file.read(3, 6)).toEqual(bytes(3, 4, 5));
    expect(await file.read(8)).toEqual(bytes(8, 9));
    expect(await file.read(8, 99)).toEqual(bytes(8, 9));
    expect(await file.read(20, 30)).toEqual(bytes());
    expect((await file.read()).buffer.byteLength).toBe(10);
    await file.close();
  });

  it('refuses a missing file and a folder', async () => {
    await expect(openFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(openFile(folder)).rejects.toMatchObject({ code: 'EISDIR' });
  });
});

describe('a pending output file', () => {
  async function pendingWith(path: string, ...values: number[]) {
    const file = await createPendingFile(path);
    const sink = await openSink(file);
    await sink.write(bytes(...values), 0);
    await sink.close();
    return file;
  }

  it('appears under its name when committed, in a new folder', async () => {
    const path = join(folder, 'a/b/out.bin');
    const file = await createPendingFile(path);
    const sink = await openSink(file);
    await sink.write(bytes(3, 4), 2);
    await sink.write(bytes(1, 2), 0);
    await sink.close();
    expect(readdirSync(join(folder, 'a/b'))).toEqual([expect.stringMatching(/^\.out\.bin\..*\.part$/)]);
    await file.commit({ replace: false, sync: true });
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['out.bin']);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes(1, 2, 3, 4));
  });

  it('leaves nothing when discarded, and cannot be written again', async () => {
    const file = await pendingWith(join(folder, 'out.bin'), 1);
    await file.discard();
    await expect(openSink(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not overwrite a file that appeared under its name meanwhile, unless allowed', async () => {
    const path = join(folder, 'out.bin');
    const [first, second] = [await pendingWith(path, 1), await pendingWith(path, 2)];
    await first.commit({ replace: false, sync: true });
    await expect(second.commit({ replace: false, sync: true })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes(1));
    await (await pendingWith(path, 3)).commit({ replace: true, sync: true });
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes(3));
    expect(readdirSync(folder)).toEqual(['out.bin']);
  });
});
