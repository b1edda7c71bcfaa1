import { type Command, Option } from 'commander';
import { ParameterError } from '#core/base/errors.ts';
import { imageFormatOf, type OutputFormat, outputFormats } from '#core/image/formats/output-formats.ts';
import { scale } from '#core/operations/scale.ts';
import { parseField } from '#core/parameters/parse.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { MAX_OUTPUTS, needsWidth, type Output } from '#core/recipes/outputs.ts';
import type { CommandStep } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import type { RawFlags } from './flags.ts';
import { flagGroups } from './help.ts';
import type { PathPattern } from './name-pattern.ts';
import { readNamePattern } from './name-pattern.ts';

export function addOutputsFlags(command: Command): void {
  command
    .optionsGroup(flagGroups.output)
    .option(
      '--widths <W,W,…>',
      'Write each image in several widths, named {name}-{width}.{ext}; a smaller image is not enlarged, but written once in its own width',
    )
    .addOption(new Option('--formats <F,F,…>', `Write each image in several formats: ${outputFormats.join(', ')}`))
    .option('--manifest <FILE>', 'List the outputs of each image in FILE.json, or as HTML with srcset in FILE.html');
}

/** Returns one output per width and format of the flags, else `fromRecipe`. Throws UsageError if both are set. */
export function readOutputs(rawFlags: RawFlags, fromRecipe?: readonly Output[]): readonly Output[] | undefined {
  const { widths, formats, format } = rawFlags;
  if (widths === undefined && formats === undefined) return fromRecipe;
  const flag = widths === undefined ? '--formats' : '--widths';
  if (fromRecipe) throw new UsageError(`${flag} can't be combined with the outputs of the recipe.`);
  if (formats !== undefined && format !== undefined)
    throw new ParameterError('--formats', { problem: 'exclusive', alternatives: ['--format'] }, formats);
  const eachWidth = widths === undefined ? [undefined] : listOf(widths).map(readWidth);
  const eachFormat = formats === undefined ? [undefined] : listOf(formats).map(readFormat);
  const outputs = eachWidth.flatMap((width) =>
    eachFormat.map((each) => ({
      ...(width === undefined ? {} : { width }),
      encoding: each === undefined ? {} : { format: each },
    })),
  );
  if (outputs.length > MAX_OUTPUTS) throw new ParameterError(flag, { maxLength: MAX_OUTPUTS }, outputs.length);
  return outputs;
}

const listOf = (value: unknown): string[] =>
  String(value)
    .split(',', MAX_OUTPUTS + 1)
    .map((item) => item.trim());

function readWidth(text: string): number {
  const width = /^\d{1,9}$/.test(text) ? Number(text) : text;
  return parseField(scale.params.width, width, '--widths') as number;
}

function readFormat(text: string): OutputFormat {
  const format = imageFormatOf(text);
  if (!format) throw new ParameterError('--formats', { options: outputFormats }, text);
  return format;
}

/** Default name pattern for several outputs. Without widths, the outputs differ by extension. */
export const outputsPattern = (
  pattern: PathPattern | undefined,
  outputs: readonly Output[] | undefined,
): PathPattern | undefined =>
  pattern ?? (outputs && needsWidth(outputs) ? readNamePattern('{name}-{width}.{ext}') : undefined);

/** Parameters of `scale` that set a size. The flag `--widths` replaces these parameters. */
const SIZES = ['factor', 'ratio', 'percent', 'longEdge', 'width', 'height'] as const;

/** @throws ParameterError if a parameter of `scale` sets the size, because the outputs already set it */
export function withoutSize(raw: RawFlags, outputs: readonly Output[]): RawFlags {
  const size = SIZES.find((name) => raw[name] !== undefined);
  if (size !== undefined)
    throw new ParameterError('--widths', { problem: 'exclusive', alternatives: [`--${flagName(size)}`] }, raw[size]);
  return { ...raw, width: outputs[0]?.width };
}

/** True if the operation is `scale` and the outputs set the widths, so that `scale` itself is not needed. */
export const replacesScale = ({ id }: CommandStep['operation'], outputs: readonly Output[] | undefined) =>
  id === scale.id && outputs !== undefined && needsWidth(outputs);
