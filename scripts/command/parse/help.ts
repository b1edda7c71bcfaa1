import type { Command, HelpConfiguration } from 'commander';
import { commandHelp } from './help-texts.ts';

export const flagGroups = {
  input: 'Input options:',
  parameters: 'Parameters:',
  output: 'Output options:',
  batch: 'Batch options:',
  report: 'Reporting and help:',
} as const;

/** Maximum characters of a flag in the first column. A longer flag is on a separate line. */
const MAX_TERM_WIDTH = 26;

export const helpFormat: HelpConfiguration = {
  subcommandTerm: (command) => command.name(),
  subcommandDescription: (command) => command.summary() || command.description(),
  padWidth(command, helper) {
    const terms = [
      ...helper.visibleArguments(command).map((argument) => helper.argumentTerm(argument)),
      ...helper.visibleOptions(command).map((option) => helper.optionTerm(option)),
      ...helper.visibleCommands(command).map((each) => helper.subcommandTerm(each)),
    ];
    return Math.max(...terms.map(({ length }) => (length <= MAX_TERM_WIDTH ? length : 0)));
  },
  formatItem(term, termWidth, description, helper) {
    const indent = ' '.repeat(termWidth + 4);
    const lines = helper.boxWrap(description, (helper.helpWidth ?? 80) - indent.length).split('\n');
    const start = term.length > termWidth ? `  ${term}\n${indent}` : `  ${term.padEnd(termWidth)}  `;
    return start + lines.join(`\n${indent}`);
  },
};

/** @param usage arguments and flags that the command requires */
export function addCommand(program: Command, name: string, summary: string, usage: readonly string[]): Command {
  const { group = 'Other commands:', details, examples = [] } = commandHelp[name] ?? {};
  const command = program
    .command(name)
    .summary(summary)
    .description(details ? `${summary}.\n\n${details}` : `${summary}.`)
    .usage([...usage, '[options]'].join(' '))
    .helpGroup(group);
  if (examples.length > 0)
    command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`);
  return command;
}

export const addHelpFlag = (command: Command): Command => command.helpOption('-h, --help', 'Show this help');
