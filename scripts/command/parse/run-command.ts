import type { Command } from 'commander';
import { ParameterError } from '#core/base/errors.ts';
import { type InputSpec, inputSpec } from '#core/operation.ts';
import { checkStepInputs, type ParsedStep, recipeEncoding } from '#core/recipes/recipe.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import type { CommandEnvironment, CommandWords } from '../base/environment.ts';
import { describeError, STDIN_ONCE, UsageError } from '../base/errors.ts';
import { readConfig, withEncodingDefaults, withGeneralDefaults } from './config.ts';
import type { RawFlags } from './flags.ts';
import {
  addEncodingFlags,
  addGeneralFlags,
  addListFlag,
  readEncodingFlags,
  readGeneralFlags,
} from './general-flags.ts';
import { addCommand } from './help.ts';
import { readPaths } from './input-paths.ts';
import { addOutputsFlags, readOutputs } from './outputs.ts';
import { positionalInput } from './positional.ts';
import { readRecipe } from './recipe-file.ts';
import type { Request } from './request.ts';
import { extensionsOf, formatOfTarget, type RequestHandler, requireFile, targetOf } from './request.ts';
import { isRowsFile, type Row, readRows } from './rows.ts';
import { readTextOptions, type TextOptions } from './text-encoding.ts';

export function addRunCommand(program: Command, environment: CommandEnvironment, onRequest: RequestHandler): void {
  const { words, variables } = environment;
  const command = addCommand(program, 'run', 'Run a recipe on files, or once per table row', [
    'RECIPE|-',
    '[IN...]',
    '[-o OUT|DIR]',
  ])
    .argument('<RECIPE|->', 'Recipe file, inline JSON, link from the page or name in fudebako.config.json, - for stdin')
    .argument('[IN...]', 'Files and folders, or tables, - for stdin');
  addListFlag(command);
  command.option('--rows-from <FILE|->', 'Read table rows from FILE, whatever its extension, - for stdin');
  addEncodingFlags(command, {}, words);
  addOutputsFlags(command);
  addGeneralFlags(command, true);
  command.action(async (recipe: string, named: string[]) => {
    const options = command.opts<RawFlags>();
    const config = readConfig(options, environment);
    const rawFlags = withGeneralDefaults(options, config);
    requireStdinOnce(recipe, named, rawFlags);
    const found = await readPaths(named, rawFlags, words);
    const { paths } = found;
    const flags = await readGeneralFlags(rawFlags, words, variables, config?.path);
    const rowFiles = rowFilesOf(paths, rawFlags);
    const text = readTextOptions(rawFlags, environment);
    const { steps, outputs: listed } = await readRecipe(recipe, words, {
      isBase: rowFiles !== undefined,
      hasWidths: rawFlags.widths !== undefined,
      config,
      text,
    });
    const outputs = readOutputs(rawFlags, listed);
    const last = steps.at(-1);
    // A recipe without steps contains only outputs, and outputs are always images.
    const output = last?.operation.output ?? 'image';
    const own = subjectOf(steps);
    const subject = output === 'image' && !own?.together ? IMAGE_SUBJECT : own;
    if (!rowFiles) {
      if (last && output !== 'image' && paths.length > 0 && !subject)
        throw new UsageError(
          `${paths[0]}: ${last.operation.id} takes its inputs from the recipe, not from the command line.`,
        );
      const hasFiles = paths.length > 0 || found.isEmpty;
      try {
        checkStepInputs(steps, hasFiles && subject === IMAGE_SUBJECT, hasFiles ? subject?.name : undefined);
      } catch (error) {
        // Names the parameters of a recipe, which are not flags.
        throw error instanceof ParameterError ? new UsageError(describeError(error, words)) : error;
      }
    }
    for (const path of steps.flatMap(({ inputs }) => Object.values(inputs).flat())) requireFile(path, words);
    // If a recipe step sets the encoding, defaults of the config file are ignored. Flags still take precedence.
    const fromSteps = recipeEncoding(steps);
    const encodingFlags = fromSteps || output !== 'image' ? rawFlags : withEncodingDefaults(rawFlags, config);
    const encoding = { fromFlags: await readEncodingFlags(encodingFlags, words), fromSteps };
    const rows = rowFiles && (await readAllRows(rowFiles, steps, words, text));
    const format = last ? formatOfTarget(last.operation, {}, flags) : {};
    const ending = last && { ...last, params: { ...last.params, ...format } };
    const sources = [recipe, ...(config ? [config.path] : []), ...(rowFiles ?? [])].filter((path) => path !== STDIO);
    const request = {
      steps: ending ? steps.with(-1, ending) : steps,
      outputs,
      paths: rows ? [] : paths,
      found,
      rows,
      subject,
      encoding,
      givenFlags: options,
      sources,
      ...targetOf(flags, outputs),
    };
    onRequest(
      { name: 'run', output, ...request, extensions: ending ? extensionsOf(ending.operation, ending.params) : [] },
      flags,
    );
  });
}

/** Checks that stdin is used only once: for the recipe, tables, the list of paths, or an input. */
function requireStdinOnce(recipe: string, named: readonly string[], { rowsFrom, filesFrom }: RawFlags): void {
  const uses = [recipe, ...named, rowsFrom, filesFrom].filter((each) => each === STDIO);
  if (uses.length > 1) throw new UsageError(STDIN_ONCE);
}

function rowFilesOf(paths: readonly string[], { rowsFrom }: RawFlags): readonly string[] | undefined {
  const named = paths.filter(isRowsFile);
  const files = typeof rowsFrom === 'string' ? [...named, rowsFrom] : named;
  if (files.length > 0 && named.length < paths.length)
    throw new UsageError("Tables can't be combined with other files; name those files in the table.");
  return files.length > 0 ? files : undefined;
}

async function readAllRows(
  files: readonly string[],
  steps: readonly ParsedStep[],
  words: CommandWords,
  text: TextOptions,
) {
  const rows: Row[][] = [];
  for (const file of files) rows.push(await readRows(file, steps, words, text));
  return rows.flat();
}

const IMAGE_SUBJECT = { name: 'image', kind: 'image' } as const;

/** Returns the first step's input that file arguments fill. */
function subjectOf([first]: readonly ParsedStep[]): Request['subject'] {
  const positional = first && positionalInput(first.operation.inputs);
  return positional && { name: positional.name, ...inputSpec(first.operation.inputs[positional.name] as InputSpec) };
}
