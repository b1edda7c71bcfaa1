import { readFileSync, writeFileSync } from 'node:fs';
import { ENGINES, type EngineName } from './engine.ts';

/** What came of one journey in one engine. */
export interface Outcome {
  readonly engine: EngineName;
  readonly route: string;
  readonly what: string | undefined;
  readonly note: string;
  readonly failed: boolean;
  readonly seconds: number;
}

const START = '<!-- matrix -->';
const END = '<!-- /matrix -->';

/** Puts the matrix of routes and engines into a page, between its two marks. */
export function writeMatrix(
  path: string,
  outcomes: readonly Outcome[],
  versions: Readonly<Partial<Record<EngineName, string>>>,
): void {
  const engines = ENGINES.filter((engine) => versions[engine]);
  const nameOf = ({ route, what }: Outcome) => (what ? `/${route}, ${what}` : `/${route}`);
  const rows = [...new Set(outcomes.map(nameOf))].map((name) => {
    const cells = engines.map((engine) => {
      const found = outcomes.filter((outcome) => outcome.engine === engine && nameOf(outcome) === name);
      const seconds = found.reduce((sum, outcome) => sum + outcome.seconds, 0).toFixed(1);
      return found.some(({ failed }) => failed) ? 'fails' : `${found.map(({ note }) => note).at(-1)} (${seconds} s)`;
    });
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const head = `| route | ${engines.map((engine) => versions[engine]).join(' | ')} |`;
  const table = [head, `|${' --- |'.repeat(engines.length + 1)}`, ...rows].join('\n');
  const page = readFileSync(path, 'utf8');
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the matrix`);
  writeFileSync(path, `${page.slice(0, from + START.length)}\n${table}\n${page.slice(to)}`);
}
