import type { CancelSignal } from '../base/cancel-signal.ts';
import type { FailOn } from '../base/damage.ts';
import type { TextEncoding } from '../base/detect-encoding.ts';
import type { ErrorData, WarningCode } from '../base/errors.ts';
import type { FileSink } from '../base/files.ts';
import type { JobLimits } from '../base/job-limits.ts';
import type { en } from '../locales/all-en.ts';
import type { Platform } from './platform.ts';

export interface OperationContext {
  readonly platform: Platform;
  /** Abort signal; after an abort, the operation throws `CancelledError`. */
  readonly signal?: CancelSignal;
  /** Receives the progress of the operation, a fraction from 0 to 1 that never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** Receives the name of each stage of the operation when the stage begins. */
  readonly onStage?: (stage: StageName) => void;
  /** Scale of the input image relative to the full-size image; below 1 in previews. */
  readonly previewScale?: number;
  /** Output file of an operation whose output is a `file`. */
  readonly sink?: FileSink;
  /** Least severe damage at which an image is refused; `truncated` by default. */
  readonly failOn?: FailOn;
  /** Limits that the operator of a server has set. Core checks image sizes; the platform checks time and memory. */
  readonly limits?: JobLimits;
  /** Encoding of tags that are not in UTF-8; by default, it is detected. */
  readonly textEncoding?: TextEncoding | undefined;
  readonly onWarning?: (warning: Warning) => void;
  /** True to warn about parameters of typesetting that change nothing, such as flags of a command. */
  readonly findsUnused?: boolean;
}

export type TaskContext = Pick<OperationContext, 'platform' | 'onProgress'>;

/** A warning: a key in the word tables (`warnings`), with data for the placeholders of the message. */
export interface Warning {
  readonly code: WarningCode;
  readonly data: ErrorData;
}

export type StageName = keyof typeof en.stages;
