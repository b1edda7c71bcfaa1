import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_NAME_PATTERN, NamePatternError, nameAfter, parseNamePattern } from '#core/base/name-pattern.ts';
import { safeFileName, safeFolder, uniqueNames } from '#core/base/safe-names.ts';

const parts = { name: 'photo', index: 7, width: 1200, height: 800, ext: 'webp' };
const named = (pattern: string, more: Partial<typeof parts> = {}) =>
  nameAfter(parseNamePattern(pattern), { ...parts, ...more });

describe('a file name pattern', () => {
  it.each([
    [DEFAULT_NAME_PATTERN, 'photo.webp'],
    ['{name}-{width}.{ext}', 'photo-1200.webp'],
    ['{index:03}_{name}', '007_photo.webp'],
    ['{index:1}', 'invalid'],
    ['{index:01}', '7.webp'],
    ['{width}x{height:05}', '1200x00800.webp'],
    ['{{{name}}}', '{photo}.webp'],
    ['{ext}', 'webp.webp'],
    ['', '_.webp'],
    ['{name}.{ext}.{ext}', 'photo.webp.webp'],
  ])('%s gives %s', (pattern, expected) => {
    if (expected === 'invalid') expect(() => named(pattern)).toThrow(NamePatternError);
    else expect(named(pattern)).toBe(expected);
  });

  it('keeps an apparent extension in the source’s name', () => {
    expect(named('{name}', { name: 'a.webp' })).toBe('a.webp.webp');
  });

  it.each([
    ['{size}', { kind: 'field', text: '{size}' }],
    ['{Name}', { kind: 'field', text: '{Name}' }],
    ['{__proto__}', { kind: 'field', text: '{__proto__}' }],
    ['{name:03}', { kind: 'digits', text: '{name:03}' }],
    ['{index:3}', { kind: 'digits', text: '{index:3}' }],
    ['{index:010}', { kind: 'digits', text: '{index:010}' }],
    ['{index:}', { kind: 'digits', text: '{index:}' }],
    ['{name', { kind: 'brace', text: '{' }],
    ['name}', { kind: 'brace', text: '}' }],
    ['../{name}', { kind: 'character', text: '/' }],
    ['a\\b', { kind: 'character', text: '\\' }],
    ['a\u0007', { kind: 'character', text: '\u0007' }],
    ['x'.repeat(201), { kind: 'length', text: '200' }],
  ])('%s is refused with its reason', (pattern, problem) => {
    expect(() => parseNamePattern(pattern)).toThrow(expect.objectContaining({ problem }));
  });

  it('shortens a long name of a source, not the end that tells results apart', () => {
    const named = (width: number) => {
      const parts = { name: '長'.repeat(200), index: 1, width, height: 5, ext: 'webp' };
      return nameAfter(parseNamePattern('{name}-{width}.{ext}'), parts);
    };
    expect(named(320)).toMatch(/^長+-320\.webp$/u);
    expect(new TextEncoder().encode(named(320)).length).toBeLessThanOrEqual(230);
    expect(named(640)).toMatch(/-640\.webp$/u);
  });

  it('states in needsSize whether it contains the size of the result', () => {
    expect([parseNamePattern('{name}').needsSize, parseNamePattern('{height}').needsSize]).toEqual([false, true]);
  });

  it('gives no name outside the folder, whatever the source’s name', () => {
    const hostile = fc.array(
      fc.constantFrom(
        '..',
        '.',
        '/',
        '\\',
        'con',
        'COM1',
        'nul',
        ' ',
        'a',
        '\u0000',
        '\u202e',
        '😀',
        '\ud800',
        ':',
        'ü',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(hostile, fc.constantFrom('{name}', '{name}.{ext}', '.{name}', '{index}{name}'), (name, pattern) => {
        const made = named(pattern, { name: name.join('') });
        expect(made).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cs}\u202e.][^\\/:*?"<>|\p{Cc}\p{Cs}\u202e]*\.webp$/u);
        expect(made).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\./i);
        expect(made).toBe(made.trim());
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
      }),
      { seed: 17, numRuns: 300 },
    );
  });
});

describe('a safe file name', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['../../etc/passwd', '__.._etc_passwd'],
    ['..', '_'],
    ['CON', '_CON'],
    ['aux.tar.gz', '_aux.tar.gz'],
    ['console.png', 'console.png'],
    ['a. . ', 'a'],
    ['gpj.\u202eexe', 'gpj._exe'],
    ['   ', ''],
  ])('made from %j is %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it('is shortened between characters, and keeps its extension', () => {
    const cut = safeFileName(`${'写'.repeat(200)}.jpeg`);
    expect(cut).toBe(`${'写'.repeat(75)}.jpeg`);
  });

  it.each([
    ['photos/2020', 'photos/2020'],
    ['/a//./b/', 'a/b'],
    ['a/../../b', 'a/_/_/b'],
    ['a\\..\\nul', 'a/_/_nul'],
    ['', ''],
  ])('made from the folder %j is %j', (folder, expected) => {
    expect(safeFolder(folder)).toBe(expected);
  });
});

it('uniqueNames returns distinct names, also on case-insensitive file systems', () => {
  expect(uniqueNames(['a/x.png', 'b/x.png', 'a/X.PNG', 'a/x.png', 'x', 'x', 'e\u0301', '\u00e9', 'v1.0/x'])).toEqual([
    'a/x.png',
    'b/x.png',
    'a/X (2).PNG',
    'a/x (3).png',
    'x',
    'x (2)',
    'e\u0301',
    '\u00e9 (2)',
    'v1.0/x',
  ]);
});

it('uniqueNames numbers thousands of equal names in linear time and skips taken names', () => {
  const [first, second, ...others] = uniqueNames(['x (3).png', ...Array.from({ length: 30_000 }, () => 'x.png')]);
  expect([first, second, ...others.slice(0, 2)]).toEqual(['x (3).png', 'x.png', 'x (2).png', 'x (4).png']);
  expect(others.at(-1)).toBe('x (30001).png');
});
