import { afterAll, expect, it, vi } from 'vitest';
import { MAX_FILES } from '#app/intake/file-limit.ts';
import type { FudebakoError } from '#core/base/errors.ts';
import { en } from '#core/locales/all-en.ts';
import { fillIn } from '#core/locales/format.ts';
import { ja } from '../all-ja.ts';
import { tabWith } from '../document/tab.ts';

/** Lists that are filled beyond their limit. The database answers when `answer` is called. */
async function lists() {
  vi.resetModules();
  let answer = () => {};
  const late = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  const tab = tabWith(() => late);
  vi.doMock('#app/document/this-tab.ts', () => ({ thisTab: () => tab }));
  vi.doMock('#app/workers/media-client.ts', () => ({ summarizeAudio: () => new Promise(() => {}) }));
  const [{ listed }, { filesOf }, { AudioConverter }, { wavToMp3Conversion }, { useErrorStore }] = await Promise.all([
    import('#app/batch/item.ts'),
    import('#app/intake/dropped-folders.ts'),
    import('#app/tools/audio-converter/converter.ts'),
    import('#app/tools/audio-converter/conversions.ts'),
    import('#app/notices/error-queue.ts'),
  ]);
  const errors = () => useErrorStore.getState().errors.map(({ error }) => error as FudebakoError);
  return { listed, filesOf, converter: new AudioConverter(wavToMp3Conversion), errors, answer };
}

/** The modules are loaded anew, so their errors are no instances of this file's class. */
const sentences = ({ errors }: { errors: object }, shown: readonly FudebakoError[]) =>
  shown.map(({ code, data }) => fillIn((errors as Record<string, string>)[code] ?? '', data));

const files = (count: number, name: string) =>
  Array.from({ length: count }, () => Object.assign(new File([], name), { webkitRelativePath: '' }));

afterAll(() => {
  vi.doUnmock('#app/document/this-tab.ts');
  vi.doUnmock('#app/workers/media-client.ts');
  vi.resetModules();
});

it('a full batch says how many files it skipped, in both languages', async () => {
  const { listed, errors } = await lists();
  expect(listed(files(MAX_FILES - 5, 'a.png'))).toHaveLength(MAX_FILES - 5);
  expect(errors()).toEqual([]);
  expect(listed(files(12, 'b.png'), MAX_FILES - 5)).toHaveLength(5);
  expect(sentences(en, errors())).toEqual(['The list is full: 20000 files at most. 7 more were skipped.']);
  expect(sentences(ja, errors())).toEqual(['一覧に入るファイルは 20000 個までです。残りの 7 個は追加していません。']);
});

it('a full audio list says how many files it skipped, also once a late database has answered', async () => {
  const { converter, errors, answer } = await lists();
  converter.add(files(MAX_FILES - 5, 'a.wav'));
  converter.add(files(12, 'b.wav'));
  expect(converter.list.present().files).toHaveLength(MAX_FILES);
  answer();
  await converter.list.restore();
  await Promise.resolve();
  expect(errors().map(({ code, data }) => [code, data])).toEqual([['listFull', { count: 7, max: MAX_FILES }]]);
});

it('a dropped folder with more files than a list can hold says so', async () => {
  const { filesOf, errors } = await lists();
  const file = (at: number) => ({
    name: `${at}.png`,
    isFile: true,
    file: (done: (file: File) => void) => done(Object.assign(new File([], `${at}.png`), { webkitRelativePath: '' })),
  });
  const folder = (count: number) => {
    const left = Array.from({ length: count }, (_, at) => file(at));
    const readEntries = (done: (part: unknown[]) => void) => done(left.splice(0, 100));
    return { name: 'photos', createReader: () => ({ readEntries }) } as unknown as FileSystemEntry;
  };
  expect(await filesOf([folder(MAX_FILES)])).toHaveLength(MAX_FILES);
  expect(errors()).toEqual([]);
  expect(await filesOf([folder(MAX_FILES - 1), folder(2)])).toHaveLength(MAX_FILES);
  expect(sentences(en, errors())).toEqual(['The folder has more than 20000 files. The others were skipped.']);
});
