import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RELIABILITY_CLASSES, readPage, type TestReport, writePage } from './page.ts';

const root = resolve(import.meta.dirname, '../..');
const files = RELIABILITY_CLASSES.flatMap((each) => each.files);
const rows = readPage(readFileSync(join(root, 'docs/reliability.md'), 'utf8'));
const plain = (text: string) => text.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ');

describe('docs/reliability.md', () => {
  it.each(files)('lists tests of %s that all pass, in words from that test file', (file) => {
    expect(existsSync(join(root, file))).toBe(true);
    const own = rows.filter((row) => row.file === file);
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ outcome }) => outcome !== 'holds')).toEqual([]);
    const source = plain(readFileSync(join(root, file), 'utf8').replaceAll(/[`*_]/g, (mark) => mark));
    // Expects each row's title in its test file. Three consecutive words suffice, as titles may have placeholders.
    for (const { words } of own) {
      const [first = ''] = plain(words).split(': ');
      const known = source.includes(first) || longestWords(first).some((part) => source.includes(part));
      expect(known, words).toBe(true);
    }
  });

  it('names only existing tests', () => {
    expect([...new Set(rows.map(({ file }) => file))].sort()).toEqual([...files].sort());
  });

  it('shows failed tests as failures, and is not written if a test file was not run', () => {
    const report: TestReport = {
      testResults: files.map((file) => ({
        name: `/a/${file}`,
        assertionResults: [
          { ancestorTitles: ['a'], title: 'b | c\n<d>', status: file === files[0] ? 'failed' : 'passed' },
        ],
      })),
    };
    const written = readPage(writePage(report, '/a'));
    expect(written).toHaveLength(files.length);
    expect(written[0]).toEqual({ words: 'a: b \\| c \\<d\\>', outcome: '**fails**', file: files[0] });
    expect(() => writePage({ testResults: [] }, '/a')).toThrow('was not run');
  });
});

/** Returns all groups of three consecutive words of a title. Its other words may be placeholders in the test file. */
const longestWords = (title: string): string[] => {
  const words = title.split(' ');
  return words.slice(0, -2).map((_, index) => words.slice(index, index + 3).join(' '));
};
