import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command, Option } from 'commander';
import { en } from '../../../core/locales/all-en.ts';
import { operations } from '../../../core/operations/index.ts';
import { commandHelp } from '../../command/parse/help-texts.ts';
import { createProgram } from '../../command/parse/program.ts';

export const CLI_PAGE_FILE = fileURLToPath(new URL('../../../docs/cli.md', import.meta.url));

/** First heading of the generated part. The text before it is edited in docs/cli.md. */
const FIRST_HEADING = '## Common options';

/** Returns the page docs/cli.md with new tables: options of all commands, and each command with its own options. */
export function cliPage(page: string): string {
  const { commands } = createProgram(operations, en);
  const shared = visibleOptions(commands.find((command) => command.name() === 'run')).filter(
    ({ long }) => long !== '--rows-from',
  );
  const isShared = (option: Option) =>
    shared.some(({ flags, description }) => flags === option.flags && description === option.description);
  const sections = commands.map((command) => {
    const own = visibleOptions(command).filter((option) => !isShared(option));
    const { examples = [] } = commandHelp[command.name()] ?? {};
    return [
      `### ${command.name()}`,
      command.description(),
      indented([`fudebako ${command.name()} ${command.usage()}`]),
      ...(own.length > 0 ? [optionTable(own)] : []),
      ...(examples.length > 0 ? ['Examples:', indented(examples)] : []),
    ].join('\n\n');
  });
  const common = `${FIRST_HEADING}

Image commands and \`run\` accept all of these. Commands that write audio or video have no image options (\`--format\`,
\`--quality\`, \`--max-kilobytes\`, \`--metadata\`), except those they list. \`inspect\` has no output options.

${optionTable(shared)}`;
  const introduction = page.slice(0, page.indexOf(FIRST_HEADING)).trimEnd();
  return `${[introduction, common, '## Commands', ...sections].join('\n\n')}\n`;
}

const visibleOptions = (command: Command | undefined) => command?.options.filter(({ hidden }) => !hidden) ?? [];

const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n');

const optionTable = (options: readonly Option[]) =>
  [
    '| option | |',
    '| --- | --- |',
    ...options.map(({ flags, description }) => `| ${code(flags)} | ${cell(description)} |`),
  ].join('\n');

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(CLI_PAGE_FILE, cliPage(readFileSync(CLI_PAGE_FILE, 'utf8')));
