import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Every hand-written Markdown page. */
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['docs', 'examples', 'tests/fixtures', 'core/image/formats/jpeg'].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Matches repository paths in code spans, except test titles, globs and the files of the example operation. */
const PATH = /`((?:app|core|docs|e2e|examples|public|scripts|tests)\/(?![\w./-]*posterize)[\w./-]+)`/g;
const LINK = /\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g;
const ANCHOR = /\]\((?!https?:)([^)#\s]*\.md)?#([^)]+)\)/g;

/** Returns the anchors of a page's headings, as GitHub derives them. */
const anchorsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^##* (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('documentation page %s', (page) => {
  const text = readFileSync(resolve(root, page), 'utf8');

  it('names only existing paths', () => {
    const missing = [...text.matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(resolve(root, path)));
    expect(missing).toEqual([]);
  });

  it('links only to existing files', () => {
    const targets = [...text.matchAll(LINK)].map(([, target = '']) => resolve(root, dirname(page), target));
    expect(targets.filter((target) => !existsSync(target)).map((target) => relative(root, target))).toEqual([]);
  });

  it('links only to existing headings', () => {
    const missing = [...text.matchAll(ANCHOR)]
      .filter(
        ([, path = '', heading = '']) =>
          !anchorsOf(path ? resolve(root, dirname(page), path) : resolve(root, page)).includes(heading),
      )
      .map(([link]) => link);
    expect(missing).toEqual([]);
  });
});

/** Files that may tell how to install the package. */
const instructions = [
  ...pages,
  'action.yml',
  ...readdirSync(resolve(root, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `examples/${name}`),
];

it('no instruction installs the package from the npm registry, where the project does not publish', () => {
  const wrong = instructions.flatMap((page) =>
    readFileSync(resolve(root, page), 'utf8')
      .split('\n')
      .filter((line) => /npm (?:install|i|ci)\b[^|;&`]*\s@?fudebako(?:\/fonts)?(?:@\S+)?(?:\s|`|$)/.test(line))
      .map((line) => `${page}: ${line.trim()}`),
  );
  expect(wrong).toEqual([]);
});
