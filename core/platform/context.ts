import type { CancelSignal } from '../base/cancel-signal.ts';
import type { FailOn } from '../base/damage.ts';
import type { ErrorData, WarningCode } from '../base/errors.ts';
import type { FileSink } from '../base/files.ts';
import type { JobLimits } from '../base/job-limits.ts';
import type { en } from '../words/en.ts';
import type { Platform } from './platform.ts';

/** What an operation is run with. */
export interface OperationContext {
  readonly platform: Platform;
  /** Aborted when the visitor cancels; an operation then throws `CancelledError`. */
  readonly signal?: CancelSignal;
  /** How much is done, 0 to 1, never falling. */
  readonly onProgress?: (fraction: number) => void;
  /** Which part of the work begins, by its key in the catalogue's `stages`. */
  readonly onStage?: (stage: StageName) => void;
  /** The size of the picture that is given as a part of the one it stands for; 1 unless it is a preview. */
  readonly previewScale?: number;
  /** Where an operation whose output is a `file` writes it. */
  readonly sink?: FileSink;
  /** The least severe damage for which an image is refused: `truncated` by default. */
  readonly failOn?: FailOn;
  /** Limits of this job. Core checks the sizes of images; the host ends the job at the others. */
  readonly limits?: JobLimits;
  /** Receives what the visitor should know of a result that was made all the same. */
  readonly onWarning?: (warning: Warning) => void;
}

/** What a task in a worker is run with. */
export type TaskContext = Pick<OperationContext, 'platform' | 'onProgress'>;

/** A sentence of the catalogue's `warnings` and what it is filled with. */
export interface Warning {
  readonly code: WarningCode;
  readonly data: ErrorData;
}

/** The parts that long work tells apart. */
export type StageName = keyof typeof en.stages;
