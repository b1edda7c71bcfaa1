import type { FailOn } from '#core/base/damage.ts';
import type { TextEncoding } from '#core/base/detect-encoding.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { InputSpec } from '#core/operation.ts';
import type { Output } from '#core/recipes/outputs.ts';
import type { FileCheck } from './check-file.ts';
import type { CheckRules } from './check-rules.ts';
import type { InputPaths } from './input-paths.ts';
import type { CommandStep } from './job.ts';
import type { PathPattern } from './result-name.ts';
import type { Row } from './rows.ts';
import type { Shard } from './shard.ts';

/** A parsed command line. At this point, no input has been read. */
export interface Request {
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
  /** Encodings from flags and from steps; flags take precedence. */
  readonly encoding: { readonly fromFlags: Partial<ImageEncoding>; readonly fromSteps: ImageEncoding | undefined };
  readonly extensions: readonly string[];
  /** Extensions of the operation's animated variant, for the error about an unsupported extension. */
  readonly otherExtensions?: readonly string[] | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
  /** True with `--changed`: lists the results that a run would change, and writes nothing. Outputs may exist. */
  readonly changed?: boolean;
  readonly shard: Shard | undefined;
  readonly failOn: FailOn;
  readonly textEncoding?: TextEncoding | undefined;
  readonly verify?: boolean;
  readonly check?: { readonly rules: CheckRules; readonly file: FileCheck };
  readonly sync: boolean;
  readonly limits: JobLimits;
}
