import type { FailOn } from '#core/base/damage.ts';
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

/** A parsed command line, before any file is read. */
export interface Request {
  /** Value of `operation` in `--json`: the name of an operation, or `run`. */
  readonly name: string;
  readonly steps: readonly CommandStep[];
  readonly output: 'image' | 'file' | 'data';
  /** The input that `paths` fill; without it there is a single result. */
  readonly subject: (InputSpec & { readonly name: string }) | undefined;
  readonly paths: readonly string[];
  /** Folder tree, exclusions and emptiness of `paths`. */
  readonly found?: Pick<InputPaths, 'places' | 'isExcluded' | 'problems' | 'allowEmpty' | 'isEmpty'>;
  /** Path of the file that holds stdin, if `-` is among the paths. */
  readonly standardInput?: string;
  /** Rows of a table, each with one result, in place of `paths`. */
  readonly rows?: readonly Row[];
  /** Files that the request was read from: a recipe, tables. */
  readonly sources?: readonly string[];
  readonly target: string | undefined;
  readonly namePattern?: PathPattern | undefined;
  /** Several results per input, in place of one. */
  readonly outputs?: readonly Output[] | undefined;
  /** Encoding from flags, then from the steps. */
  readonly encoding: { readonly fromFlags: Partial<ImageEncoding>; readonly fromSteps: ImageEncoding | undefined };
  readonly extensions: readonly string[];
  /** Further extensions that the command can write, for the message about an unsupported extension. */
  readonly otherExtensions?: readonly string[] | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
  /** Lists results without writing, so existing files don't matter. */
  readonly changed?: boolean;
  readonly shard: Shard | undefined;
  readonly failOn: FailOn;
  readonly verify?: boolean;
  /** Rules of `check`, which reports offenses in place of properties. */
  readonly check?: { readonly rules: CheckRules; readonly file: FileCheck };
  readonly sync: boolean;
  readonly limits: JobLimits;
}
