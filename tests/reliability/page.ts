/** What `docs/reliability.md` is written from. */

/** Tests of faults and of hostile input; `npm run reliability` runs them and writes the page. */
export const RELIABILITY_TESTS: readonly (readonly [heading: string, files: readonly string[]])[] = [
  ['Hostile files', ['tests/growth/pictures.test.ts', 'tests/command/svg.test.ts', 'tests/growth/media.test.ts', 'tests/growth/tags.test.ts']],
  ['Hostile texts, settings and rows', ['tests/growth/texts.test.ts', 'tests/core/outside-json.test.ts', 'tests/command/hostile-settings.test.ts']],
  ['Whatever chance makes', ['tests/fuzz/fuzz.test.ts', 'tests/core/run.property.test.ts', 'tests/core/parameters.property.test.ts']],
  ['Faults', ['tests/command/supervisor.test.ts', 'tests/core/workers.test.ts', 'tests/command/rough.test.ts', 'tests/video/stall.test.ts', 'tests/faults/files.test.ts', 'tests/faults/durability.test.ts', 'tests/faults/threads.test.ts', 'tests/faults/memory.test.ts', 'tests/command/skip-existing.test.ts', 'tests/command/file-names.test.ts', 'tests/platform/part-names.test.ts']],
  ['What leaves the project', ['tests/core/command-line.shells.test.ts', 'tests/setup/install-scripts.test.ts']],
]; // biome-ignore format: a table

/** The part of vitest's report in JSON that the page needs. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

const BEGINNING = `# Reliability

What is done to the project on purpose, and what comes of it. \`npm run reliability\` runs these tests and writes this page
from their report; \`npm test\` runs them too. \`npm run fuzz -- --seconds 300\` goes on from where they end.

Everything from outside is taken, or refused by an error of the catalogue (\`core/words/en.ts\`), within the limits of
\`core/base/limits.ts\` and \`core/base/outside-limits.ts\`.
`;

const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/([<>`*_[\]])/g, '\\$1');

/** The page: a table for each heading, a row for each test. */
export function writePage({ testResults }: TestReport, root: string): string {
  const sections = RELIABILITY_TESTS.map(([heading, files]) => {
    const rows = files.flatMap((file) => {
      const result = testResults.find(({ name }) => name === `${root}/${file}`);
      if (!result) throw new Error(`${file} was not run`);
      return result.assertionResults.map(({ ancestorTitles, title, status }) => {
        const outcome = status === 'passed' ? 'holds' : status === 'failed' ? '**fails**' : 'not run here';
        return `| ${cell([...ancestorTitles, title].join(': '))} | ${outcome} | ${file} |`;
      });
    });
    return `## ${heading}\n\n| what is done, and what has to hold | outcome | test |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return [BEGINNING, ...sections].join('\n');
}

/** The rows of a written page. */
export function readPage(page: string): { readonly words: string; readonly outcome: string; readonly file: string }[] {
  return [...page.matchAll(/^\| (.+) \| (holds|\*\*fails\*\*|not run here) \| (tests\/\S+) \|$/gm)].map(
    ([, words = '', outcome = '', file = '']) => ({ words, outcome, file }),
  );
}
