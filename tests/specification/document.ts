import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { testsIn } from './tests.ts';

/** Checks docs/specification.md: each statement names existing tests or decisions. */

const docs = resolve(import.meta.dirname, '../../docs');

/** Folders with data to which a statement may refer instead of a test: numbers by `of`, sentences by `key` or `en`. */
const DATA: Readonly<Record<string, { readonly line: RegExp; readonly wholeNames: boolean }>> = {
  'tests/specification/numbers': { line: /\bof: (['`])(.*?)\1[,\s]/g, wholeNames: false },
  'tests/specification/sentences': { line: /\b(?:key|en): (['`])(.*?)\1[,\s]/g, wholeNames: true },
};

/** Minimum length of a reference that contains only the beginning of a title. */
const MIN_PREFIX_LENGTH = 10;

export const DIFFERENCES = 'decisions/0013-deliberate-differences.md';

interface Statement {
  readonly section: string;
  readonly text: string;
  /** References such as `path › title`. */
  readonly tests: readonly string[];
  /** Links such as `decisions/0001-….md#heading`. */
  readonly decisions: readonly string[];
  /** The part of the references that names neither a test nor a decision; must be empty. */
  readonly rest: string;
}

const TEST = /`([^`]+ › (?:[^`])+)`/g;
const DECISION = /\[[^\]]+\]\(([^)]+)\)/g;

/** Returns the list items of the page. Indented lines below an item are its references. */
export function statementsOf(page: string): Statement[] {
  let section = '';
  return page.split(/\n(?! {2})/).flatMap((block) => {
    section = /^##+ (.+)$/.exec(block)?.[1] ?? section;
    if (!block.startsWith('- ')) return [];
    const [first = '', ...lines] = block.split('\n');
    const references = lines.join('\n');
    return [
      {
        section,
        text: first.slice(2),
        tests: [...references.matchAll(TEST)].map(([, test = '']) => test),
        decisions: [...references.matchAll(DECISION)].map(([, link = '']) => link),
        rest: references.replaceAll(TEST, '').replaceAll(DECISION, '').replaceAll(/[,\s]/g, ''),
      },
    ];
  });
}

/** Returns the problems of the page, one line each. */
export function problemsOf(page: string): string[] {
  const statements = statementsOf(page);
  const seen = new Set<string>();
  return [
    ...Array.from({ length: 9 }, (_, index) => index + 1)
      .filter((number) => !statements.some(({ section }) => inSection(page, section, number)))
      .map((number) => `Section ${number} has no statement`),
    ...statements.flatMap(({ section, text, tests, decisions, rest }) => {
      const place = `${section}: ${text}`;
      const isDuplicate = seen.has(place);
      seen.add(place);
      return [
        ...(isDuplicate ? ['is a duplicate'] : []),
        ...(/[.”]$/.test(text) ? [] : ['is not a full sentence']),
        ...(tests.length + decisions.length === 0 ? ['has neither a test nor a decision'] : []),
        ...(rest === '' ? [] : [`has something that is neither test nor decision: ${rest}`]),
        ...tests.filter((test) => !isTest(test)).map((test) => `there is no test ${test}`),
        ...decisions.filter((link) => !isDecision(link)).map((link) => `there is no decision ${link}`),
      ].map((problem) => `${place}: ${problem}`);
    }),
  ];
}

/** True if the heading is in the numbered section of the page, or is that section's title. */
function inSection(page: string, heading: string, number: number): boolean {
  const part = page.split(/^## /m).find((each) => each.startsWith(`${number}. `)) ?? '';
  return `## ${part}`.split('\n').some((line) => /^##+ (.+)$/.exec(line)?.[1] === heading);
}

function isTest(reference: string): boolean {
  const [file = '', title = ''] = reference.split(' › ');
  const mayBegin = title.length >= MIN_PREFIX_LENGTH && !DATA[file]?.wholeNames;
  return titlesIn(file).some((each) => each === title || (mayBegin && each.startsWith(title)));
}

function titlesIn(file: string): readonly string[] {
  const data = DATA[file];
  if (data) return dataLines(file, data.line);
  try {
    return testsIn(file).map(({ title }) => title);
  } catch {
    return [];
  }
}

const known = new Map<string, readonly string[]>();

function dataLines(folder: string, line: RegExp): readonly string[] {
  let lines = known.get(folder);
  if (!lines) {
    const path = resolve(docs, '..', folder);
    lines = readdirSync(path).flatMap((name) =>
      [...readFileSync(resolve(path, name), 'utf8').matchAll(line)].map(([, , title = '']) => title),
    );
    known.set(folder, lines);
  }
  return lines;
}

function isDecision(link: string): boolean {
  const [file = '', heading] = link.split('#');
  if (!/^decisions\/\d{4}-[\w-]+\.md$/.test(file) || !existsSync(resolve(docs, file))) return false;
  return heading === undefined || headingsOf(file).includes(heading);
}

/** Returns the anchors of the deliberate differences. */
export const differences = (): string[] => headingsOf(DIFFERENCES, /^### (.+)$/gm);

/** Returns the anchors of the headings of a page in docs/. */
function headingsOf(file: string, heading = /^##+ (.+)$/gm): string[] {
  return [...readFileSync(resolve(docs, file), 'utf8').matchAll(heading)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}
