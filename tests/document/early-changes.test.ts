import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startHistory } from '#app/document/history.ts';
import { tabWith } from './tab.ts';

const stored = { id: 'stored', name: 'stored.wav', bytes: 1 };
let answer = () => {};

beforeAll(() => {
  vi.resetModules();
  const late = new Promise<unknown>((resolve) => {
    answer = () => resolve({ history: startHistory({ files: [stored] }) });
  });
  const tab = tabWith(() => late);
  vi.doMock('#app/document/this-tab.ts', () => ({ thisTab: () => tab }));
  vi.doMock('#app/workers/media-client.ts', () => ({ summarizeAudio: () => new Promise(() => {}) }));
});

afterAll(() => {
  vi.doUnmock('#app/document/this-tab.ts');
  vi.doUnmock('#app/workers/media-client.ts');
  vi.resetModules();
});

it('Clear all keeps the stored files that the list did not show yet, and Undo brings back the cleared ones', async () => {
  const { AudioConverter } = await import('#app/tools/audio-converter/converter.ts');
  const { wavToMp3Conversion } = await import('#app/tools/audio-converter/conversions.ts');
  const converter = new AudioConverter(wavToMp3Conversion);
  const { list } = converter;
  const names = () => list.present().files.map(({ name }) => name);
  converter.add([new File(['a'], 'a.wav'), new File(['b'], 'b.wav')]);
  converter.clear();
  expect(names()).toEqual([]);
  answer();
  await list.restore();
  expect(names()).toEqual(['stored.wav']);
  list.undo();
  expect(names()).toEqual(['stored.wav', 'a.wav', 'b.wav']);
  list.redo();
  expect(names()).toEqual(['stored.wav']);
});
