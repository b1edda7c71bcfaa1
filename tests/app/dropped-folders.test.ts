import { describe, expect, it } from 'vitest';
import { filesOf } from '#app/intake/dropped-folders.ts';
import { folderOf } from '#app/intake/file-folders.ts';

/** Fake file system entries, with the methods that browsers' entries have. */
const fileEntry = (name: string) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (done: (file: File) => void) => done(Object.assign(new File(['x'], name), { webkitRelativePath: '' })),
  }) as unknown as FileSystemEntry;

function folderEntry(name: string, entries: readonly FileSystemEntry[], partSize = 2): FileSystemEntry {
  const left = [...entries];
  const readEntries = (done: (part: FileSystemEntry[]) => void) => done(left.splice(0, partSize));
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries }),
  } as unknown as FileSystemEntry;
}

const broken = (name: string) =>
  ({
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (_: unknown, fail: (error: Error) => void) => fail(new Error('gone')) }),
  }) as unknown as FileSystemEntry;

const placesOf = async (entries: readonly FileSystemEntry[]) =>
  (await filesOf(entries)).map((file) => `${folderOf(file)}|${file.name}`);

describe('dropped folders', () => {
  it('yield every supported file in them, sorted by name, with its folder', async () => {
    const inner = folderEntry('2020', [fileEntry('z.webp')]);
    const names = ['c.png', 'a.jpg', '.DS_Store', 'b.png', 'notes.txt', '.hidden.png'].map(fileEntry);
    const photos = folderEntry('photos', [...names, inner, folderEntry('.git', [fileEntry('d.png')])]);
    expect(await placesOf([fileEntry('first.png'), photos])).toEqual([
      '|first.png',
      'photos/2020|z.webp',
      'photos|a.jpg',
      'photos|b.png',
      'photos|c.png',
    ]);
  });

  it('keep files of any type that were dropped outside a folder', async () => {
    expect(await placesOf([fileEntry('notes.txt'), folderEntry('empty', [])])).toEqual(['|notes.txt']);
  });

  it('are read even if one of their subfolders cannot be read', async () => {
    expect(await placesOf([folderEntry('a', [broken('b'), fileEntry('c.png')])])).toEqual(['a|c.png']);
  });

  it('are read down to a maximum depth if their nesting never ends', async () => {
    const endless = (depth: number): FileSystemEntry =>
      ({
        name: 'in',
        isFile: false,
        isDirectory: true,
        createReader: () => {
          const left = [fileEntry(`${depth}.png`), endless(depth + 1)];
          return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0)) };
        },
      }) as unknown as FileSystemEntry;
    // The dropped folder contains an endless chain of folders, each with a file.
    const files = await filesOf([folderEntry('top', [fileEntry('0.png'), lazily(() => endless(1))])]);
    expect(files.length).toBe(32);
  });
});

/** Creates each level only when it is read, because an endless tree can't be created in advance. */
function lazily(make: () => FileSystemEntry): FileSystemEntry {
  let made: FileSystemEntry | undefined;
  const entry = () => {
    made ??= make();
    return made as FileSystemDirectoryEntry;
  };
  return {
    name: 'in',
    isFile: false,
    isDirectory: true,
    createReader: () => entry().createReader(),
  } as unknown as FileSystemEntry;
}
