import { describe, expect, it } from 'vitest';
import { inChild } from './in-child.ts';
import { SOUND, SPINNING } from './media-files.ts';

describe('a container that lies ends in an error of the catalogue, in little time and memory', () => {
  it.each(Object.keys(SPINNING))('%s', async (name) => {
    const bytes = (SPINNING[name] as () => Uint8Array)();
    const { answer, megabytes } = await inChild('inspect', bytes);
    expect(answer).toEqual({ error: 'mediaDamaged' });
    expect(megabytes).toBeLessThan(200);
  });
});

describe('the same container without the lie is read', () => {
  it.each(Object.keys(SOUND))('%s', async (name) => {
    const { answer } = await inChild('inspect', (SOUND[name] as () => Uint8Array)());
    expect(answer).toMatchObject({ kind: 'audio', tracks: [{ type: 'audio' }] });
  });
});
