import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsOf, markdownPassages, type Passage, tablePassages } from './prose/passages.ts';
import { problemsOf } from './prose/rules.ts';
import { sentencesOf } from './prose/sentences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const SOURCES = ['app', 'core', 'scripts', 'tests', 'e2e'];
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs', 'examples'];

/** Matches files of English translations, which visitors and users of the command read. */
const WORD_TABLES = /^(?:core\/words\/en|app\/locales\/(?:[\w-]+\/)*(?:[\w-]+-)?en|scripts\/command\/help-texts)\.ts$/;

/** Pages that are not checked, because they quote labels or test titles. */
const QUOTING = ['docs/specification.md', 'docs/reliability.md'];

const SKIPPED_FOLDERS = ['node_modules', 'build', '.cache', 'golden'];

export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly sentence: string;
}

export const proseFiles = (paths: readonly string[] = [...PAGES, ...SOURCES]): string[] =>
  paths
    .flatMap((path) => filesBelow(resolve(root, path)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => !QUOTING.includes(path) && /(?:\.md|(?<!\.generated)\.(?:[cm]?[jt]sx?))$/.test(path));

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return entry.isFile() ? [join(path, entry.name)] : [];
    return SKIPPED_FOLDERS.includes(entry.name) ? [] : filesBelow(join(path, entry.name));
  });
}

export const isPage = (file: string): boolean => file.endsWith('.md');
export const isWordTable = (file: string): boolean => WORD_TABLES.test(file);

export const lintFile = (file: string): Finding[] => lintText(file, readFileSync(join(root, file), 'utf8'));

export const lintText = (file: string, text: string): Finding[] => lintPassages(file, passagesOf(file, text));

export const lintStrings = (file: string): Finding[] =>
  lintPassages(file, tablePassages(readFileSync(join(root, file), 'utf8')));

function lintPassages(file: string, passages: readonly Passage[]): Finding[] {
  return passages.flatMap((passage) =>
    sentencesOf(passage).flatMap(({ line, text: sentence }) =>
      problemsOf(sentence).map((reason) => ({ file, line, reason, sentence })),
    ),
  );
}

function passagesOf(file: string, text: string): Passage[] {
  if (isPage(file)) return markdownPassages(text);
  return isWordTable(file) ? [...commentsOf(text), ...tablePassages(text)] : commentsOf(text);
}

export const findingLine = ({ file, line, reason, sentence }: Finding): string =>
  `${file}:${line}: ${reason}: ${sentence}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2);
  const findings = proseFiles(paths.length > 0 ? paths.map((path) => resolve(path)) : undefined).flatMap(lintFile);
  for (const finding of findings) console.log(findingLine(finding));
  if (findings.length > 0) console.error(`${findings.length} sentences to rewrite.`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
