import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { Command, CommanderError } from 'commander';
import { ParameterError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import { type InputSpec, type InputSpecs, inputSpec } from '#core/operation.ts';
import type { Parameters } from '#core/parameters/fields.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { type ParsedStep, parseOperationParameters } from '#core/recipes/recipe.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { CommandEnvironment, CommandStep } from '../base/environment.ts';
import { type CommandOperation, type CommandWords, summaryOf } from '../base/environment.ts';
import { describeError, UsageError, withFlagName } from '../base/errors.ts';
import { escapeControls } from '../base/text.ts';
import { addCacheCommand, type PruneRequest } from './cache-command.ts';
import { addCheckCommand } from './check-command.ts';
import { addCompletion } from './completion.ts';
import { readConfig, withEncodingDefaults, withGeneralDefaults } from './config.ts';
import type { RawFlags } from './flags.ts';
import { addInputFlags, addParameterFlags, normalizeToggles, readInputFlags, readParameterFlags } from './flags.ts';
import {
  addEncodingFlags,
  addGeneralFlags,
  addListFlag,
  encodingFields,
  type GeneralFlags,
  readEncodingFlags,
  readGeneralFlags,
} from './general-flags.ts';
import { addCommand, addHelpFlag, flagGroups, helpFormat } from './help.ts';
import { type InputPaths, readPaths } from './input-paths.ts';
import { addListings } from './listings.ts';
import { addOutputsFlags, readOutputs, replacesScale, withoutSize } from './outputs.ts';
import { type PositionalInput, positionalInput } from './positional.ts';
import type { Request } from './request.ts';
import { extensionsOf, formatOfTarget, type RequestHandler, requireFile, targetOf } from './request.ts';
import { addRunCommand } from './run-command.ts';
import { plainMessage } from './suggestions.ts';
import { readTextOptions } from './text-encoding.ts';

/** A request, or the exit code of a command line that is already answered, such as `--help`, `list` or an error. */
export type ParsedCommand =
  | { readonly kind: 'request'; readonly request: Request; readonly flags: GeneralFlags }
  | { readonly kind: 'prune'; readonly request: PruneRequest }
  | { readonly kind: 'finished'; readonly exitCode: number };

/** Parses a command line. Throws UsageError, FudebakoError. */
export async function parseCommandLine(
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<ParsedCommand> {
  refuseFilesAsFlags(args);
  let parsed: ParsedCommand = { kind: 'finished', exitCode: 0 };
  // Declares only the requested operation, because declaring all operations takes as long as cropping a small image.
  const named = environment.operations.filter(({ id }) => id === args[0]);
  const onCommand = (command: ParsedCommand) => {
    parsed = command;
  };
  const program = buildProgram(environment, onCommand, named.length > 0 ? named : undefined);
  if (args.length === 0) {
    program.outputHelp({ error: true });
    return { kind: 'finished', exitCode: 2 };
  }
  try {
    await program.parseAsync(normalizeArguments(args, program, environment.operations), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: 'finished', exitCode: error.exitCode === 0 ? 0 : 2 };
  }
  return parsed;
}

/**
 * Refuses arguments that look like flags but name files. A shell pattern or a hook may have passed such a name, and as a
 * flag, `--exclude=bad.png` would hide a file from the check of this commit.
 */
function refuseFilesAsFlags(args: readonly string[]): void {
  const end = args.indexOf('--');
  const [name] = (end < 0 ? args : args.slice(0, end)).filter(
    (arg) => arg.startsWith('-') && arg !== '-' && lstatSync(arg, { throwIfNoEntry: false }),
  );
  if (name === undefined) return;
  throw new UsageError(`${name}: A file has this name. Write ./${name} for the file, or -- before the names of files.`);
}

function normalizeArguments(
  args: readonly string[],
  program: Command,
  operations: readonly CommandOperation[],
): string[] {
  const [name, ...rest] = args;
  const operation = operations.find(({ id }) => id === name);
  const command = program.commands.find((each) => each.name() === name);
  return name !== undefined && operation && command ? [name, ...normalizeToggles(rest, operation, command)] : [...args];
}

/** Creates all commands with their flags, only for inspection. */
export function createProgram(operations: readonly CommandOperation[], words: CommandWords): Command {
  const silent = { write: () => {} };
  return buildProgram({ operations, words, stdout: silent, stderr: silent }, () => {});
}

/** @param offered operations that are available as commands */
function buildProgram(
  environment: CommandEnvironment,
  onCommand: (command: ParsedCommand) => void,
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
      // Puts an error on one line, because Commander prints suggestions on a second line.
      outputError: (text, write) =>
        write(
          `fudebako: ${escapeControls(
            plainMessage(
              text
                .replace(/^error: /, '')
                .trim()
                .replace(/\n/g, ' '),
              program.commands.map((command) => command.name()),
            ),
          )}\n`,
        ),
    });
  const onRequest: RequestHandler = (request, flags) => onCommand({ kind: 'request', request, flags });
  for (const operation of offered) {
    const animation = operations.find(({ animationOf }) => animationOf === operation.id);
    addOperationCommand(program, { operation, animation }, environment, onRequest);
  }
  addRunCommand(program, environment, onRequest);
  addCheckCommand(program, environment, onRequest);
  addCacheCommand(program, (request) => onCommand({ kind: 'prune', request }));
  addListings(program, operations, words, (text) => stdout.write(text));
  addCompletion(program, (text) => stdout.write(text));
  return addHelpFlag(program);
}

/** An image operation with its animated variant, which runs if the output has the extension of a video or GIF. */
interface OperationVariants {
  readonly operation: CommandOperation;
  readonly animation: CommandOperation | undefined;
}

function addOperationCommand(
  program: Command,
  variants: OperationVariants,
  environment: CommandEnvironment,
  onRequest: RequestHandler,
): void {
  const { words, variables } = environment;
  const { operation, animation } = variants;
  const positional = positionalInput(operation.inputs);
  const summary = summaryOf(words, operation.id);
  const command = addCommand(program, operation.id, summary, usageOf(operation, positional));
  if (positional) {
    const order = positional.together ? ', in this order' : '';
    command.argument('[IN...]', `Files and folders${order}, - for stdin`);
    addListFlag(command);
  }
  addInputFlags(command.optionsGroup(flagGroups.input), operation);
  if (animation) addInputFlags(command, animation, operation.inputs);
  addParameterFlags(command.optionsGroup(flagGroups.parameters), operation, words);
  if (animation) addParameterFlags(command, { ...animation, params: animationParams(variants) }, words);
  if (operation.output === 'image') addEncodingFlags(command, { ...operation.params, ...animation?.params }, words);
  if (operation.output === 'image' && positional && !positional.together) addOutputsFlags(command);
  if (operation.output === 'data')
    command.option(
      '--verify',
      'Decode images completely, and check that audio and video end where their format says; exit code 1 if damaged',
    );
  addGeneralFlags(command, operation.output !== 'data', animation?.extensions);
  command.action(async (...rest: unknown[]) => {
    const options = command.opts<RawFlags>();
    const config = readConfig(options, environment);
    const rawFlags = withGeneralDefaults(options, config);
    const paths = await readPaths(positional ? (rest[0] as string[]) : [], rawFlags, words);
    const flags = await readGeneralFlags(rawFlags, words, variables, config?.path);
    const chosen = chooseOperation(variants, rawFlags, flags);
    const allFlags = chosen.output === 'image' ? withEncodingDefaults(rawFlags, config) : rawFlags;
    const request = readOperationRequest(chosen, variants, paths, allFlags, flags, environment).catch((error) => {
      throw flags.output || chosen.output === 'data' ? error : withMissingOutput(error, words);
    });
    onRequest({ ...(await request), givenFlags: options }, flags);
  });
}

/** Adds the missing `--output` to an error about other missing flags, so that one message names them all. */
function withMissingOutput(error: unknown, words: CommandWords): unknown {
  const { problem } = error instanceof ParameterError ? error.limits : {};
  if (problem !== 'required' && problem !== 'oneOf') return error;
  const missing = [error, new ParameterError('output', { problem: 'required' }, undefined)];
  return new UsageError(missing.map((each) => describeError(withFlagName(each), words)).join(' '));
}

/** Returns the required part of the usage line, for example `IN... --audio FILE -o OUT|DIR`. */
function usageOf(operation: CommandOperation, positional: PositionalInput | undefined) {
  const inputs = Object.entries(operation.inputs).filter(
    ([name, input]) => name !== positional?.name && !inputSpec(input).optional,
  );
  const flags = inputs.map(([name]) => `--${flagName(name)} FILE`);
  const output = operation.output === 'data' ? [] : [positional?.together ? '-o OUT' : '-o OUT|DIR'];
  return [...(positional ? [positional.optional ? '[IN...]' : 'IN...'] : []), ...flags, ...output];
}

function animationParams({ operation, animation }: OperationVariants): Parameters {
  const own = Object.entries(animation?.params ?? {}).filter(
    ([name]) => name !== 'format' && !Object.hasOwn(operation.params, name),
  );
  return Object.fromEntries(own);
}

function animationInputs({ operation, animation }: OperationVariants): InputSpecs {
  const own = Object.entries(animation?.inputs ?? {}).filter(([name]) => !Object.hasOwn(operation.inputs, name));
  return Object.fromEntries(own);
}

/** Chooses the image or animation by the output's extension. Throws UsageError for a flag of the rejected variant. */
function chooseOperation(variants: OperationVariants, rawFlags: RawFlags, { output }: GeneralFlags): CommandOperation {
  const { operation, animation } = variants;
  if (!animation) return operation;
  const isAnimation = output !== undefined && animation.extensions?.includes(extensionOf(basename(output)));
  const ofAnimation = { ...animationParams(variants), ...animationInputs(variants) };
  const others = isAnimation
    ? Object.keys(encodingFields).filter((name) => !Object.hasOwn(animation.params, name))
    : Object.keys(ofAnimation);
  const stray = others.find((name) => rawFlags[name] !== undefined);
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
  variants: OperationVariants,
  found: InputPaths,
  rawFlags: RawFlags,
  flags: GeneralFlags,
  environment: CommandEnvironment,
): Promise<Request> {
  const { words } = environment;
  const positional = positionalInput(operation.inputs);
  if (positional && !positional.optional && found.paths.length === 0 && !found.isEmpty)
    throw new UsageError(`${operation.id} needs at least one file or folder.`);
  const inputs = readInputFlags(operation, rawFlags);
  for (const path of Object.values(inputs).flat()) requireFile(path, words);
  const raw = await readParameterFlags(
    operation.params,
    { ...rawFlags, ...formatOfTarget(operation, rawFlags, flags) },
    words,
    readTextOptions(rawFlags, environment),
  );
  const outputs = readOutputs(rawFlags);
  const isReplaced = outputs !== undefined && replacesScale(operation, outputs);
  const checked = isReplaced ? withoutSize(raw, outputs) : raw;
  const step: CommandStep = {
    operation,
    params: parseOperationParameters(toParsedOperation(operation), checked),
    inputs,
  };
  operation.checkInputs?.(step.params, inputs);
  const { output } = operation;
  return {
    name: operation.id,
    steps: isReplaced ? [] : [step],
    output,
    outputs,
    subject: positional && { name: positional.name, ...inputSpec(operation.inputs[positional.name] as InputSpec) },
    paths: found.paths,
    found,
    encoding: {
      fromFlags: await encodingFlags(operation, rawFlags, words),
      fromSteps: operation.encoding?.(step.params),
    },
    extensions: extensionsOf(operation, step.params),
    otherExtensions: operation === variants.operation ? variants.animation?.extensions : undefined,
    ...targetOf(flags, outputs),
    ...(rawFlags.verify === true && {
      verify: true,
      // With `--verify` and without `--fail-on`, also rejects files whose pixels may be wrong.
      failOn: rawFlags.failOn === undefined ? ('error' as const) : flags.failOn,
    }),
  };
}

const encodingFlags = async (operation: CommandOperation, rawFlags: RawFlags, words: CommandWords) =>
  operation.output === 'image' ? readEncodingFlags(rawFlags, words, operation.encoding ? {} : operation.params) : {};

/** Needs a cast, because core's types allow only core's operations, but the command accepts additional operations. */
const toParsedOperation = (operation: CommandOperation) => operation as unknown as ParsedStep['operation'];
