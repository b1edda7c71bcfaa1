import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { testsIn } from './tests.ts';

/** Reads docs/specification.md, and says what it names that is not there. */

const docs = resolve(import.meta.dirname, '../../docs');

/** Folders of data, whose lines are named by what they are about, or by their key or the sentence itself. */
const DATA: Readonly<Record<string, { readonly line: RegExp; readonly wholeNames: boolean }>> = {
  'tests/specification/numbers': { line: /\bof: (['`])(.*?)\1[,\s]/g, wholeNames: false },
  'tests/specification/sentences': { line: /\b(?:key|en): (['`])(.*?)\1[,\s]/g, wholeNames: true },
};

/** The beginning of a title says which test is meant when it is as long as this, or all of it. */
const TELLING = 10;

export const DIFFERENCES = 'decisions/0013-differences-from-the-specification.md';

interface Statement {
  readonly section: string;
  readonly name: string;
  /** `path › title` */
  readonly tests: readonly string[];
  /** `decisions/0001-….md#heading` */
  readonly decisions: readonly string[];
  /** What stands on its line and is neither. */
  readonly rest: string;
}

const TEST = /`([^`]+ › (?:[^`])+)`/g;
const DECISION = /\[[^\]]+\]\(([^)]+)\)/g;

export function statementsOf(page: string): Statement[] {
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^##+ (.+)$/.exec(line)?.[1] ?? section;
    if (!line.startsWith('- ')) return [];
    const [, name = line, said = ''] = /^- (.+?):(?: (?=[`[])(.*))?$/.exec(line) ?? [];
    return [
      {
        section,
        name,
        tests: [...said.matchAll(TEST)].map(([, test = '']) => test),
        decisions: [...said.matchAll(DECISION)].map(([, link = '']) => link),
        rest: said.replaceAll(TEST, '').replaceAll(DECISION, '').replaceAll(/[,\s]/g, ''),
      },
    ];
  });
}

/** What is wrong with the page, a line each. */
export function problemsOf(page: string): string[] {
  const statements = statementsOf(page);
  const named = new Set<string>();
  return [
    ...Array.from({ length: 9 }, (_, index) => index + 1)
      .filter((number) => !statements.some(({ section }) => inSection(page, section, number)))
      .map((number) => `Section ${number} has no statement`),
    ...statements.flatMap(({ section, name, tests, decisions, rest }) => {
      const place = `${section}: ${name}`;
      const isTwice = named.has(place);
      named.add(place);
      return [
        ...(isTwice ? ['stands there twice'] : []),
        ...(tests.length + decisions.length === 0 ? ['has neither a test nor a decision'] : []),
        ...(rest === '' ? [] : [`has something that is neither test nor decision: ${rest}`]),
        ...tests.filter((test) => !isTest(test)).map((test) => `there is no test ${test}`),
        ...decisions.filter((link) => !isDecision(link)).map((link) => `there is no decision ${link}`),
      ].map((problem) => `${place}: ${problem}`);
    }),
  ];
}

/** True where a heading stands in the part of the page that belongs to a section of the specification. */
function inSection(page: string, heading: string, number: number): boolean {
  const part = page.split(/^## /m).find((each) => each.startsWith(`${number}. `)) ?? '';
  return `## ${part}`.split('\n').some((line) => /^##+ (.+)$/.exec(line)?.[1] === heading);
}

function isTest(reference: string): boolean {
  const [file = '', title = ''] = reference.split(' › ');
  const mayBegin = title.length >= TELLING && !DATA[file]?.wholeNames;
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

/** The headings of a page below docs/, as links name them. */
export function headingsOf(file: string): string[] {
  return [...readFileSync(resolve(docs, file), 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}
