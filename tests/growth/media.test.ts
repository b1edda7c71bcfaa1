import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { childForAll } from './in-child.ts';
import { AUDIO, SPINNING } from './media-files.ts';

const inChild = childForAll();

describe('a container with wrong sizes or counts fails with a known error, in bounded time and memory', () => {
  it.each(Object.keys(SPINNING))('in %s', async (name) => {
    const bytes = (SPINNING[name] as () => Uint8Array)();
    const { answer, megabytes } = await inChild('inspect', bytes);
    expect(answer).toEqual({ error: 'mediaDamaged' });
    expect(megabytes).toBeLessThan(200);
  });
});

describe('a container with correct sizes and counts opens', () => {
  it.each(Object.keys(AUDIO))('%s', async (name) => {
    const { answer } = await inChild('inspect', (AUDIO[name] as () => Uint8Array)());
    expect(answer).toMatchObject({ kind: 'audio', tracks: [{ type: 'audio' }] });
  });
});

describe('a file that is too short for a container', () => {
  it.each([0, 1, 7, 8, 11, 15, 16, 17])('is refused with a known error: %d bytes', async (length) => {
    for (const byte of [0, 0x20, 0xff]) {
      const file = fileFromBytes('short.bin', new Uint8Array(length).fill(byte));
      await expect(inspectFile(file)).rejects.toMatchObject({ code: 'inspectUnknown' });
    }
  });
});
