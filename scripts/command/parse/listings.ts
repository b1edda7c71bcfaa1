import { Argument, type Command } from 'commander';
import { flagName } from '#core/recipes/command-line.ts';
import { type CommandOperation, type CommandWords, summaryOf } from '../base/environment.ts';
import { addCommand, addHelpFlag } from './help.ts';
import { configSchema, operationSchema, recipeSchema } from './operation-schema.ts';

type Print = (text: string) => unknown;

export function addListings(
  program: Command,
  operations: readonly CommandOperation[],
  words: CommandWords,
  print: Print,
): void {
  addListCommand(program, operations, words, print);
  addSchemaCommand(program, operations, words, print);
}

function addListCommand(program: Command, operations: readonly CommandOperation[], words: CommandWords, print: Print) {
  const command = addCommand(program, 'list', 'List the operations', []);
  addHelpFlag(command.option('--json', 'Print one JSON object per operation')).action(() => {
    const width = Math.max(...operations.map(({ id }) => id.length));
    for (const { id, inputs, params, output } of operations) {
      const summary = summaryOf(words, id);
      if (command.opts<{ json?: boolean }>().json)
        print(`${JSON.stringify({ id, summary, inputs, output, flags: Object.keys(params).map(flagName) })}\n`);
      else print(`${id.padEnd(width)}  ${summary}\n`);
    }
  });
}

function addSchemaCommand(
  program: Command,
  operations: readonly CommandOperation[],
  words: CommandWords,
  print: Print,
) {
  const ids = [...operations.map(({ id }) => id), 'recipe', 'config'];
  const command = addCommand(program, 'schema', 'Print the JSON Schema of an operation, recipe or config file', [
    'NAME',
  ]);
  command.addArgument(new Argument('<NAME>', 'Operation (see fudebako list), recipe or config').choices(ids));
  addHelpFlag(command.option('--json', 'Print the schema on one line')).action((id: string) => {
    const operation = operations.find((each) => each.id === id);
    const whole = id === 'recipe' ? recipeSchema : configSchema;
    const schema = operation ? operationSchema(operation, words) : whole(operations, words);
    print(`${JSON.stringify(schema, null, command.opts<{ json?: boolean }>().json ? 0 : 2)}\n`);
  });
}
