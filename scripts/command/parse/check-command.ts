import type { Command } from 'commander';
import { ParameterError } from '#core/base/errors.ts';
import type { InputFormat } from '#core/image/formats/registry.ts';
import { number, parameters } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { checkStepInputs, recipeEncoding } from '#core/recipes/recipe.ts';
import { readByteSize } from '../base/byte-size.ts';
import type { CommandEnvironment, CommandWords } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { readConfig, withGeneralDefaults } from './config.ts';
import { type RawFlags, readParameterFlags } from './flags.ts';
import { addGeneralFlags, addListFlag, readGeneralFlags } from './general-flags.ts';
import { addCommand, flagGroups } from './help.ts';
import { readPaths } from './input-paths.ts';
import { readRecipe } from './recipe-file.ts';
import {
  type CheckFormat,
  type CheckRules,
  checkFormats,
  type RequestHandler,
  requireFile,
  targetOf,
} from './request.ts';
import { readTextOptions } from './text-encoding.ts';

const ruleFields = parameters({
  maxWidth: number({ min: 1, fractionDigits: 0 }),
  maxHeight: number({ min: 1, fractionDigits: 0 }),
});

const FORMATS: Readonly<Record<string, InputFormat>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
  bmp: 'bmp',
  heic: 'heic',
  heif: 'heic',
  tif: 'tiff',
  tiff: 'tiff',
  svg: 'svg',
};

export function addCheckCommand(program: Command, environment: CommandEnvironment, onRequest: RequestHandler): void {
  const { words, variables } = environment;
  const command = addCommand(program, 'check', 'Check images against rules, for CI and hooks', ['IN...']);
  command.argument('[IN...]', 'Files and folders, - for stdin');
  addListFlag(command);
  command
    .optionsGroup('Rules:')
    .option('--max-width <N>', 'Largest width in pixels')
    .option('--max-height <N>', 'Largest height in pixels')
    .option('--max-bytes <SIZE>', 'Largest file size, such as 200kB or 1.5MB')
    .option('--formats <LIST>', 'Allowed formats, such as jpg,webp; by content, not by extension')
    .option('--no-gps', 'No location in the metadata')
    .option('--no-exif', 'No Exif metadata')
    .option('--profile <srgb>', 'Colors are sRGB; an image that states no color space is sRGB')
    .option('--verify', 'Decode completely; refuse damaged images')
    .option(
      '--format <text|github|junit>',
      'Print lines, annotations for GitHub Actions, or JUnit XML with a test case per file (default: text)',
    )
    .option('--would-change <RECIPE>', 'Refuse images whose format, size or pixels the recipe would change');
  command.optionsGroup(flagGroups.input);
  addGeneralFlags(command, false);
  command.action(async (named: string[]) => {
    const options = command.opts<RawFlags>();
    const config = readConfig(options, environment);
    const rawFlags = withGeneralDefaults(options, config);
    const found = await readPaths(named, rawFlags, words);
    if (found.paths.length === 0 && !found.isEmpty) throw new UsageError('check needs at least one file or folder.');
    const flags = await readGeneralFlags(rawFlags, words, variables, config?.path);
    const text = readTextOptions(rawFlags, environment);
    const recipe = rawFlags.wouldChange as string | undefined;
    const { steps, outputs } = recipe === undefined ? { steps: [] } : await readRecipe(recipe, words, { config, text });
    if (recipe !== undefined) {
      if (outputs) throw new UsageError(`${recipe}: A recipe with several outputs has no single result to compare.`);
      if (steps.at(-1)?.operation.output !== 'image') throw new UsageError(`${recipe}: The recipe must make an image.`);
      checkStepInputs(steps, true);
      for (const path of steps.flatMap(({ inputs }) => Object.values(inputs).flat())) requireFile(path, words);
    }
    const verify = rawFlags.verify === true;
    onRequest(
      {
        name: 'check',
        steps,
        output: 'data',
        subject: { name: 'image', kind: 'image' },
        paths: found.paths,
        found,
        encoding: { fromFlags: {}, fromSteps: undefined },
        extensions: [],
        sources: recipe === undefined ? [] : [recipe],
        ...targetOf(flags),
        check: {
          rules: await readRules(rawFlags, words),
          format: readFormat(rawFlags),
          file: { verify, compare: recipe !== undefined, encoding: recipeEncoding(steps) },
        },
        ...(verify && { failOn: rawFlags.failOn === undefined ? ('error' as const) : flags.failOn }),
      },
      flags,
    );
  });
}

function readFormat({ format = 'text', json }: RawFlags): CheckFormat {
  const known = checkFormats.find((each) => each === format);
  if (!known) throw new ParameterError('--format', { options: checkFormats }, format);
  if (json === true && known !== 'text')
    throw new ParameterError('--format', { problem: 'exclusive', alternatives: ['--json'] }, format);
  return known;
}

async function readRules(rawFlags: RawFlags, words: CommandWords): Promise<CheckRules> {
  const values = await readParameterFlags(ruleFields, rawFlags, words);
  const parsed = (name: keyof typeof ruleFields, flag: string) => parseField(ruleFields[name], values[name], flag);
  const { maxBytes, formats, profile } = rawFlags;
  if (profile !== undefined && profile !== 'srgb')
    throw new ParameterError('--profile', { options: ['srgb'] }, profile);
  return {
    maxWidth: parsed('maxWidth', '--max-width') as number | undefined,
    maxHeight: parsed('maxHeight', '--max-height') as number | undefined,
    maxBytes: typeof maxBytes === 'string' ? readByteSize(maxBytes, '--max-bytes') : undefined,
    formats: typeof formats === 'string' ? readFormats(formats) : undefined,
    noGps: rawFlags.gps === false,
    noExif: rawFlags.exif === false,
    profile,
  };
}

function readFormats(list: string): InputFormat[] {
  const names = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown !== undefined || names.length === 0)
    throw new UsageError(`--formats ${list}: Use a list of ${Object.keys(FORMATS).join(', ')}.`);
  return [...new Set(names.map((name) => FORMATS[name] as InputFormat))];
}
