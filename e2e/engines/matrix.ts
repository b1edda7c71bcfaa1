import { readFileSync, writeFileSync } from 'node:fs';
import { ENGINES, type EngineName } from './engine.ts';

/** Result of a test in a browser engine. */
export interface Outcome {
  readonly engine: EngineName;
  readonly route: string;
  readonly what: string | undefined;
  readonly note: string;
  readonly failed: boolean;
  readonly seconds: number;
  /** Duration in seconds of the measured job; only for heavy jobs. */
  readonly workSeconds: number | undefined;
}

type Versions = Readonly<Partial<Record<EngineName, string>>>;

const nameOf = ({ route, what }: Outcome) => (what ? `/${route}, ${what}` : `/${route}`);
const namesOf = (outcomes: readonly Outcome[]) => [...new Set(outcomes.map(nameOf))];
const tried = (versions: Versions) => ENGINES.filter((engine) => versions[engine]);

function table(first: string, versions: Versions, rows: readonly (readonly string[])[]): string {
  const columns = tried(versions).map((engine) => versions[engine]);
  const line = (cells: readonly (string | undefined)[]) => `| ${cells.join(' | ')} |`;
  return [line([first, ...columns]), `|${' --- |'.repeat(columns.length + 1)}`, ...rows.map(line)].join('\n');
}

/** Returns a Markdown table with each test's result in each engine. */
export function routeMatrix(outcomes: readonly Outcome[], versions: Versions): string {
  const rows = namesOf(outcomes).map((name) => [
    name,
    ...tried(versions).map((engine) => {
      const found = outcomes.filter((outcome) => outcome.engine === engine && nameOf(outcome) === name);
      const seconds = found.reduce((sum, outcome) => sum + outcome.seconds, 0).toFixed(1);
      return found.some(({ failed }) => failed) ? 'fails' : `${found.map(({ note }) => note).at(-1)} (${seconds} s)`;
    }),
  ]);
  return table('route', versions, rows);
}

/** Returns a Markdown table of heavy jobs: seconds per engine, and the ratio to Chromium. */
export function heavyJobs(outcomes: readonly Outcome[], versions: Versions): string {
  const timed = outcomes.filter(({ workSeconds, failed }) => workSeconds !== undefined && !failed);
  const secondsOf = (engine: EngineName, name: string) =>
    timed.find((outcome) => outcome.engine === engine && nameOf(outcome) === name)?.workSeconds;
  const rows = namesOf(timed).map((name) => {
    const inChromium = secondsOf('chromium', name);
    const cells = tried(versions).map((engine) => {
      const seconds = secondsOf(engine, name);
      if (seconds === undefined) return 'fails';
      const times = engine !== 'chromium' && inChromium ? `, ${(seconds / inChromium).toFixed(1)} ×` : '';
      return `${seconds.toFixed(1)} s${times}`;
    });
    return [name, ...cells];
  });
  return table('job', versions, rows);
}

/** Writes tables into a Markdown page. A table replaces the text between the two markers that contain its name. */
export function writeTables(path: string, tables: Readonly<Record<string, string>>): void {
  let page = readFileSync(path, 'utf8');
  for (const [name, text] of Object.entries(tables)) {
    const start = `<!-- ${name} -->`;
    const [from, to] = [page.indexOf(start), page.indexOf(`<!-- /${name} -->`)];
    if (from < 0 || to < from) throw new Error(`${path} has no place for the ${name}`);
    page = `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
  }
  writeFileSync(path, page);
}
