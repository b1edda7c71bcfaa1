import type { StoreApi } from 'zustand';
import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { StillFormat } from '#core/image/formats/output-formats.ts';
import type { StageName } from '#core/platform/context.ts';
import { showError } from '../notices/error-queue.ts';
import { counted } from '../notices/running.ts';
import type { JobOptions } from './image-client.ts';

/** A running job. `fraction` is its progress from 0 to 1; undefined if unknown. */
export interface Busy {
  /** Translation key of the job's description, in `common`. */
  readonly doing: 'opening' | 'working' | 'generating' | 'converting' | 'saving';
  readonly fraction: number | undefined;
  readonly stage?: StageName;
  /** Name of the file that opens. */
  readonly name?: string;
  readonly startedAt: number;
  readonly cancel: () => void;
}

export const changesImage = ({ doing }: Busy): boolean => doing === 'opening' || doing === 'working';

export interface ExportResult {
  readonly name: string;
  readonly format: StillFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export interface WorkState {
  readonly busy: Busy | undefined;
  readonly result: ExportResult | undefined;
  readonly savedAt: number | undefined;
  /** Names of the files that open after the running job. */
  readonly waiting: readonly string[];
}

export interface Job extends Required<JobOptions> {
  readonly onStage: (stage: StageName) => void;
}

/** Runs one job at a time. Returns true on success. A failed job shows its error and changes no state. */
export async function runWork<State extends Pick<WorkState, 'busy'>>(
  { getState, setState }: Pick<StoreApi<State>, 'getState' | 'setState'>,
  doing: Busy['doing'],
  run: (job: Job) => Promise<Partial<State>>,
  name?: string,
): Promise<boolean> {
  if (getState().busy) return false;
  const controller = new AbortController();
  const busy: Busy = {
    doing,
    fraction: undefined,
    startedAt: Date.now(),
    cancel: () => controller.abort(),
    ...(name !== undefined && { name }),
  };
  setState({ busy } as Partial<State>);
  // Ignores progress reports that arrive after the end of the job.
  const report = (news: Partial<Busy>) => {
    const now = getState().busy;
    if (now?.cancel === busy.cancel) setState({ busy: { ...now, ...news } } as Partial<State>);
  };
  let change: Partial<State> | undefined;
  try {
    change = await counted(() =>
      run({
        signal: controller.signal,
        onProgress: (fraction) => report({ fraction }),
        onStage: (stage) => report({ stage }),
      }),
    );
  } catch (error) {
    if (!(error instanceof CancelledError)) showError(error);
  }
  setState({ ...change, busy: undefined } as Partial<State>);
  return change !== undefined;
}

/** Returns the error, with `code` in place of the general error code `imageLoad`. */
export const moreSpecificError = (error: unknown, code: ErrorCode): unknown =>
  error instanceof FudebakoError && error.code === 'imageLoad' && code !== 'imageLoad'
    ? new FudebakoError(code, error.data, { cause: error })
    : error;

/** Rejects as soon as the visitor cancels, although the work may go on. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    if (signal.aborted) reject(new CancelledError());
    signal.addEventListener('abort', () => reject(new CancelledError()));
  });
}
