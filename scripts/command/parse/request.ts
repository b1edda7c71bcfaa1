import { basename } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { InputFormat } from '#core/image/formats/registry.ts';
import type { InputSpec } from '#core/operation.ts';
import type { Output } from '#core/recipes/outputs.ts';
import { requireInput } from '../../platform/outside-file.ts';
import { STDIO } from '../../platform/standard-streams.ts';
import type { CommandOperation, CommandStep, CommandWords } from '../base/environment.ts';
import { describeError, UsageError } from '../base/errors.ts';
import type { RawFlags } from './flags.ts';
import type { GeneralFlags } from './general-flags.ts';
import type { InputPaths } from './input-paths.ts';
import type { PathPattern } from './name-pattern.ts';
import { outputsPattern } from './outputs.ts';
import type { Row } from './rows.ts';

type SharedFlags = Pick<GeneralFlags, 'force' | 'skipExisting' | 'shard' | 'failOn' | 'sync' | 'limits'> &
  Partial<Pick<GeneralFlags, 'changed' | 'textEncoding'>>;

/** Number of frames of an input, or the reason why it has none. */
export type FrameCount = { readonly frames: number } | { readonly problem: unknown };

/** Numbers of frames by path of the input. */
export type FrameCounts = ReadonlyMap<string, FrameCount>;

/** A parsed command line. At this point, no input has been read. */
export interface Request extends SharedFlags {
  /** Value of the field `operation` in `--json`: the name of an operation, or `run`. */
  readonly name: string;
  readonly steps: readonly CommandStep[];
  readonly output: 'image' | 'file' | 'data';
  /** Input that the files in `paths` fill, one result each. Without such an input, the request has a single result. */
  readonly subject: (InputSpec & { readonly name: string }) | undefined;
  readonly paths: readonly string[];
  /** Other findings of the search for `paths`: subfolders, exclusions, problems, and whether nothing was found. */
  readonly found?: Pick<InputPaths, 'places' | 'isExcluded' | 'problems' | 'allowEmpty' | 'isEmpty'>;
  /** Path of the temporary file with the content of stdin, if `-` is one of the paths. */
  readonly standardInput?: string;
  /** Rows of a table, instead of `paths`. Each row has one result. */
  readonly rows?: readonly Row[];
  /** Files that the command line names as settings, not as inputs: recipe, config file, tables. */
  readonly sources?: readonly string[];
  readonly target: string | undefined;
  readonly namePattern?: PathPattern | undefined;
  readonly outputs?: readonly Output[] | undefined;
  /** Numbers of frames by input, if every frame has its own result. */
  readonly frameCounts?: FrameCounts;
  /** Encodings from flags and from steps; flags take precedence. */
  readonly encoding: { readonly fromFlags: Partial<ImageEncoding>; readonly fromSteps: ImageEncoding | undefined };
  /** Flags of the command line, without defaults of a config file. */
  readonly givenFlags?: RawFlags;
  readonly extensions: readonly string[];
  /** Extensions of the operation's animated variant, for the error about an unsupported extension. */
  readonly otherExtensions?: readonly string[] | undefined;
  readonly verify?: boolean;
  readonly check?: { readonly rules: CheckRules; readonly file: FileCheck; readonly format: CheckFormat };
}

export type RequestHandler = (request: Request, flags: GeneralFlags) => void;

export const targetOf = ({ output, name, ...flags }: GeneralFlags, outputs?: Request['outputs']) => ({
  ...flags,
  target: output,
  namePattern: outputsPattern(name, outputs),
});

/** Returns the format for the output's extension. Throws UsageError if `--format` contradicts the extension. */
export function formatOfTarget(operation: CommandOperation, rawFlags: RawFlags, { output }: GeneralFlags): RawFlags {
  const field = operation.params.format;
  const extension = output ? extensionOf(basename(output)) : '';
  if (operation.output !== 'file' || field?.kind !== 'choice' || !field.options.includes(extension)) return {};
  if (rawFlags.format !== undefined && rawFlags.format !== extension)
    throw new UsageError(`--format ${rawFlags.format} can't be combined with ${output}.`);
  return { format: extension };
}

/** Returns the extensions that an operation can write. The extension of the chosen format comes first. */
export function extensionsOf(
  { extensions = [] }: CommandOperation,
  { format }: CommandStep['params'],
): readonly string[] {
  return [...extensions].sort((a, b) => Number(b === format) - Number(a === format));
}

/** Checks that an input file exists and can be read. Throws FudebakoError, UsageError. */
export function requireFile(path: string, words: CommandWords): void {
  if (path === STDIO) return;
  try {
    requireInput(path);
  } catch (error) {
    if (error instanceof FudebakoError) throw error;
    throw new UsageError(`${path}: ${describeError(error, words)}`);
  }
}

export const checkFormats = ['text', 'github', 'junit'] as const;
export type CheckFormat = (typeof checkFormats)[number];

export interface CheckRules {
  readonly maxWidth?: number | undefined;
  readonly maxHeight?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly formats?: readonly InputFormat[] | undefined;
  readonly noGps: boolean;
  readonly noExif: boolean;
  readonly profile?: 'srgb' | undefined;
}

export interface FileCheck {
  /** True to decode the image completely. */
  readonly verify: boolean;
  /** True to compare the image with the recipe's result. `encoding` contains the recipe's encoding, if it sets one. */
  readonly compare: boolean;
  readonly encoding?: ImageEncoding | undefined;
}
