import { basename } from 'node:path';
import { Command, CommanderError } from 'commander';
import { extensionOf } from '#core/base/files.ts';
import { type InputSpec, inputSpec } from '#core/operation.ts';
import type { Parameters } from '#core/parameters/fields.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { type ParsedStep, parseOperationParameters } from '#core/recipes/recipe.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { addCompletion } from './completion.ts';
import { UsageError } from './errors.ts';
import { addInputFlags, addParameterFlags, readInputFlags, readParameterFlags, settleSwitches } from './flags.ts';
import {
  addEncodingFlags,
  addGeneralFlags,
  addListFlag,
  encodingFields,
  type GeneralFlags,
  readEncodingFlags,
  readGeneralFlags,
} from './general.ts';
import { addCommand, addHelpFlag, flagGroups, helpFormat } from './help.ts';
import type { CommandStep } from './job.ts';
import { addListings } from './listings.ts';
import type { CommandEnvironment } from './main.ts';
import type { Request } from './plan.ts';
import { type PositionalInput, positionalInput } from './positional.ts';
import {
  extensionsOf,
  formatOfTarget,
  type Given,
  readPaths,
  requireFile,
  type Take,
  targetOf,
} from './request-parts.ts';
import { addRunCommand } from './run-command.ts';
import { visible } from './visible.ts';
import { type CommandOperation, type CommandWords, summaryOf } from './words.ts';

/** A request, or a command line that is already answered: `--help`, `list`, a typing error. */
export type ParsedCommand =
  | { readonly kind: 'request'; readonly request: Request; readonly flags: GeneralFlags }
  | { readonly kind: 'finished'; readonly exitCode: number };

/** @throws UsageError, FudebakoError */
export async function parseCommandLine(
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<ParsedCommand> {
  let parsed: ParsedCommand = { kind: 'finished', exitCode: 0 };
  // Declaring the flags of all operations takes as long as cropping a small image.
  const named = environment.operations.filter(({ id }) => id === args[0]);
  const take: Take = (request, flags) => {
    parsed = { kind: 'request', request, flags };
  };
  const program = buildProgram(environment, take, named.length > 0 ? named : undefined);
  if (args.length === 0) {
    program.outputHelp({ error: true });
    return { kind: 'finished', exitCode: 2 };
  }
  try {
    await program.parseAsync(settle(args, program, environment.operations), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: 'finished', exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  return parsed;
}

function settle(args: readonly string[], program: Command, operations: readonly CommandOperation[]): string[] {
  const [name, ...rest] = args;
  const operation = operations.find(({ id }) => id === name);
  const command = program.commands.find((each) => each.name() === name);
  return name !== undefined && operation && command ? [name, ...settleSwitches(rest, operation, command)] : [...args];
}

/** Creates the commands with their flags, for inspection only. */
export function createProgram(operations: readonly CommandOperation[], words: CommandWords): Command {
  const silent = { write: () => {} };
  return buildProgram({ operations, words, stdout: silent, stderr: silent }, () => {});
}

/** @param offered the operations that become commands */
function buildProgram(
  environment: CommandEnvironment,
  take: Take,
  offered: readonly CommandOperation[] = environment.operations,
): Command {
  const { operations, words, stdout, stderr } = environment;
  const program = new Command('fudebako')
    .description('Convert, edit and compose images, text, video and audio on your own device.')
    .usage('COMMAND [IN...] -o OUT|DIR [options]')
    .version(packageJson.version, '-V, --version', 'Print the version')
    .commandsGroup('Other commands:')
    .helpCommand('help [COMMAND]', 'Show the help of a command')
    .configureHelp(helpFormat)
    .addHelpText('after', "\nRun 'fudebako COMMAND --help' for the options of a command.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      // Commander prints its suggestion on a second line; here an error has one line.
      outputError: (text, write) =>
        write(
          `fudebako: ${visible(
            text
              .replace(/^error: /, '')
              .trim()
              .replace(/\n/g, ' '),
          )}\n`,
        ),
    });
  for (const operation of offered) {
    const animation = operations.find(({ animationOf }) => animationOf === operation.id);
    addOperationCommand(program, { operation, animation }, environment, take);
  }
  addRunCommand(program, environment, take);
  addListings(program, operations, words, (text) => stdout.write(text));
  addCompletion(program, (text) => stdout.write(text));
  return addHelpFlag(program);
}

/** An operation, and the operation that animates it if OUT has a video extension. */
interface Offer {
  readonly operation: CommandOperation;
  readonly animation: CommandOperation | undefined;
}

function addOperationCommand(program: Command, offer: Offer, environment: CommandEnvironment, take: Take): void {
  const { words, variables } = environment;
  const { operation, animation } = offer;
  const positional = positionalInput(operation.inputs);
  const summary = summaryOf(words, operation.id);
  const command = addCommand(program, operation.id, summary, usageOf(operation, positional));
  if (positional) {
    command.argument('[IN...]', 'Files and folders, - for stdin');
    addListFlag(command);
  }
  addInputFlags(command.optionsGroup(flagGroups.input), operation);
  addParameterFlags(command.optionsGroup(flagGroups.parameters), operation, words);
  if (animation) addParameterFlags(command, { ...animation, params: ownParams(offer) }, words);
  if (operation.output === 'image') addEncodingFlags(command, operation.params, words);
  addGeneralFlags(command, operation.output !== 'data', animation?.extensions);
  command.action(async (...rest: unknown[]) => {
    const given = command.opts<Given>();
    const paths = await readPaths(positional ? (rest[0] as string[]) : [], given, words);
    const flags = await readGeneralFlags(given, words, variables);
    take(await readOperationRequest(chooseOperation(offer, given, flags), offer, paths, given, flags, words), flags);
  });
}

/** Returns the required part of the usage line: `IN... --audio FILE -o OUT|DIR`. */
function usageOf(operation: CommandOperation, positional: PositionalInput | undefined) {
  const inputs = Object.entries(operation.inputs).filter(
    ([name, input]) => name !== positional?.name && !inputSpec(input).optional,
  );
  const flags = inputs.map(([name]) => `--${flagName(name)} FILE`);
  const output = operation.output === 'data' ? [] : ['-o OUT|DIR'];
  return [...(positional ? [positional.optional ? '[IN...]' : 'IN...'] : []), ...flags, ...output];
}

/** Returns the parameters that only the animation has; its format comes from the extension of OUT. */
function ownParams({ operation, animation }: Offer): Parameters {
  const own = Object.entries(animation?.params ?? {}).filter(
    ([name]) => name !== 'format' && !Object.hasOwn(operation.params, name),
  );
  return Object.fromEntries(own);
}

/**
 * Chooses the still or the animation by the extension of OUT.
 * @throws UsageError for a flag of the other one
 */
function chooseOperation(offer: Offer, given: Given, { output }: GeneralFlags): CommandOperation {
  const { operation, animation } = offer;
  if (!animation) return operation;
  const isAnimation = output !== undefined && animation.extensions?.includes(extensionOf(basename(output)));
  const stray = Object.keys(isAnimation ? encodingFields : ownParams(offer)).find((name) => given[name] !== undefined);
  if (stray === undefined) return isAnimation ? animation : operation;
  const flag = `--${flagName(stray)}`;
  throw new UsageError(
    isAnimation
      ? `${flag} can't be combined with ${output}.`
      : `${flag} needs an animation: an output that ends in .${animation.extensions?.join(' or .')}.`,
  );
}

async function readOperationRequest(
  operation: CommandOperation,
  offer: Offer,
  paths: readonly string[],
  given: Given,
  flags: GeneralFlags,
  words: CommandWords,
): Promise<Request> {
  const positional = positionalInput(operation.inputs);
  if (positional && !positional.optional && paths.length === 0)
    throw new UsageError(`${operation.id} needs at least one file or folder.`);
  const inputs = readInputFlags(operation, given);
  for (const path of Object.values(inputs).flat()) requireFile(path, words);
  const raw = await readParameterFlags(
    operation.params,
    { ...given, ...formatOfTarget(operation, given, flags) },
    words,
  );
  const step: CommandStep = { operation, params: parseOperationParameters(asParsed(operation), raw), inputs };
  const { output } = operation;
  return {
    name: operation.id,
    steps: [step],
    output,
    subject: positional && { name: positional.name, ...inputSpec(operation.inputs[positional.name] as InputSpec) },
    paths,
    encoding: { given: await encodingFlags(operation, given, words), wished: operation.encoding?.(step.params) },
    extensions: extensionsOf(operation, step.params),
    otherExtensions: operation === offer.operation ? offer.animation?.extensions : undefined,
    ...targetOf(flags),
  };
}

const encodingFlags = async (operation: CommandOperation, given: Given, words: CommandWords) =>
  operation.output === 'image' ? readEncodingFlags(given, words) : {};

/** The types of core list its operations; the command accepts any operation. */
const asParsed = (operation: CommandOperation) => operation as unknown as ParsedStep['operation'];
