import type { CancelSignal } from '../base/cancel-signal.ts';
import type { FailOn } from '../base/damage.ts';
import type { ErrorData, WarningCode } from '../base/errors.ts';
import type { FileSink } from '../base/files.ts';
import type { JobLimits } from '../base/job-limits.ts';
import type { en } from '../words/all-en.ts';
import type { Platform } from './platform.ts';

export interface OperationContext {
  readonly platform: Platform;
  /** Signal whose abort makes the operation throw `CancelledError`. */
  readonly signal?: CancelSignal;
  /** Receives a fraction from 0 to 1 that never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** Receives the name of each stage when it begins. */
  readonly onStage?: (stage: StageName) => void;
  /** Scale of the input image relative to the full-size image; below 1 in previews. */
  readonly previewScale?: number;
  /** Receives the output of operations that write a `file`. */
  readonly sink?: FileSink;
  /** Least severe damage for which an image is refused; default `truncated`. */
  readonly failOn?: FailOn;
  /** Limits that an operator has set. Core checks image sizes; the platform checks time and memory. */
  readonly limits?: JobLimits;
  /** Receives warnings about a successful result. */
  readonly onWarning?: (warning: Warning) => void;
}

export type TaskContext = Pick<OperationContext, 'platform' | 'onProgress'>;

/** A warning: a key of `warnings` in the word tables, with data for its placeholders. */
export interface Warning {
  readonly code: WarningCode;
  readonly data: ErrorData;
}

export type StageName = keyof typeof en.stages;
