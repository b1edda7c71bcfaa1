import { describe, expect, it } from 'vitest';
import { EncodedFiles, fileKey } from '#app/workers/encoded-files.ts';
import { CancelledError } from '#core/base/errors.ts';

const blob = (size: number) => new Blob([new Uint8Array(size)]);
const never = new AbortController().signal;
const refuse = () => Promise.reject(new Error('It is written again'));

describe('files encoded to show their size', () => {
  it('are reused by a download, even if it starts while they are still being encoded', async () => {
    const files = new EncodedFiles();
    let finish: (made: Blob) => void = () => undefined;
    const adding = files.add(
      'a',
      new Promise((resolve) => {
        finish = resolve;
      }),
    );
    const received = files.getOrMake('a', never, refuse);
    const made = blob(3);
    finish(made);
    expect(await received).toBe(made);
    expect((await adding).blob).toBe(made);
    expect(await files.getOrMake('a', never, refuse)).toBe(made);
    const other = blob(4);
    expect(await files.getOrMake('b', never, async () => other)).toBe(other);
  });

  it('are encoded again if the pending encoding failed', async () => {
    const files = new EncodedFiles();
    const adding = files.add('a', Promise.reject(new CancelledError()));
    const made = blob(3);
    const received = files.getOrMake('a', never, async () => made);
    await expect(adding).rejects.toBeInstanceOf(CancelledError);
    expect(await received).toBe(made);
    expect(files.get('a')).toBeUndefined();
  });

  it('are not awaited after the download is canceled', async () => {
    const files = new EncodedFiles();
    void files.add('a', new Promise(() => undefined));
    const controller = new AbortController();
    const received = files.getOrMake('a', controller.signal, refuse);
    controller.abort();
    await expect(received).rejects.toBeInstanceOf(CancelledError);
  });

  it('are dropped, the oldest first, beyond the maximum count or bytes', async () => {
    const files = new EncodedFiles();
    for (let index = 0; index < 9; index++) await files.add(`${index}`, Promise.resolve(blob(1)));
    expect(files.get('0')).toBeUndefined();
    expect(files.get('1')).toBeDefined();
    await files.add('large', Promise.resolve(blob(63_999_995)));
    expect(files.get('1')).toBeUndefined();
    expect(files.get('8')).toBeDefined();
    await files.add('larger', Promise.resolve(blob(64_000_001)));
    expect(files.get('large')).toBeUndefined();
    expect(files.get('larger')).toBeDefined();
  });

  it('have a cache key of all settings that change their bytes, and no others', () => {
    const image = { source: 'a', steps: [] };
    const jpg = fileKey(image, { format: 'jpg', quality: 0.95 });
    expect(fileKey(image, { format: 'jpg', metadata: 'none' })).toBe(jpg);
    const others = [
      fileKey(image, { format: 'jpg', quality: 0.9 }),
      fileKey(image, { format: 'jpg', maxKilobytes: 5 }),
      fileKey(image, { format: 'jpg', metadata: 'profile' }),
      fileKey({ ...image, steps: [{ operation: 'scale' }] }, { format: 'jpg' }),
      fileKey(image, { format: 'png', quality: 0.9 }),
      fileKey(image, { format: 'png', compression: 9 }),
      fileKey(image, { format: 'png', colors: 16 }),
      fileKey(image, { format: 'png', colors: 16, dithering: false }),
      fileKey(image, { format: 'jpg', neverLarger: true }),
      fileKey(image, { format: 'jpg', progressive: true }),
      fileKey(image, { format: 'jpg', smaller: true }),
      fileKey(image, { format: 'jpg', chroma: '4:4:4' }),
      fileKey(image, { format: 'avif', effort: 5 }),
      fileKey(image, { format: 'avif', lossless: true }),
    ];
    expect(new Set([jpg, ...others]).size).toBe(15);
    expect(fileKey(image, { format: 'png', quality: 0.3 })).toBe(others[4]);
  });
});
