import { expect, it } from 'vitest';
import { formatBytes } from '../../app/ui/format-bytes.ts';

it.each([
  [0, '0 bytes', '0 バイト'],
  [1, '1 byte', '1 バイト'],
  [341, '341 bytes', '341 バイト'],
  [999, '999 bytes', '999 バイト'],
  [1000, '1 kB', '1 KB'],
  [1_234_567, '1.2 MB', '1.2 MB'],
])('a size of %d bytes is written %s in English, and %s in Japanese', (count, en, ja) => {
  expect(formatBytes(count, 'en')).toBe(en);
  expect(formatBytes(count, 'ja')).toBe(ja);
});
