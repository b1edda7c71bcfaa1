import type { ErrorCode, WarningCode } from './error-codes.ts';

export type { ErrorCode, WarningCode };

/** Values for placeholders of an error message: `{{name}}` becomes `data.name`. */
export type ErrorData = Readonly<Record<string, string | number | undefined>>;

/** The number of a recipe step, counted from 1, and the step's operation. */
export interface FailedStep {
  readonly index: number;
  readonly operation: string;
}

/** An expected failure with a code instead of a message, because the user interface translates errors. */
export class FudebakoError extends Error {
  override readonly name: string = 'FudebakoError';

  step?: FailedStep;

  constructor(
    readonly code: ErrorCode,
    readonly data: ErrorData = {},
    options?: { cause?: unknown },
  ) {
    super(`${code} ${JSON.stringify(data)}`, options);
  }
}

export interface ParameterLimits {
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  readonly options?: readonly string[];
  readonly type?: 'number' | 'integer' | 'boolean' | 'color' | 'text' | 'list' | 'object' | 'choice' | 'ratio';
  /**
   * Parameters of which one must be set, for the problem `oneOf`; parameters that exclude this one, for `exclusive`.
   * `a + b` stands for parameters that belong together.
   */
  readonly alternatives?: readonly string[];
  readonly problem?: 'required' | 'oneOf' | 'unknown' | 'reserved' | 'exclusive' | 'control' | 'unit';
}

/** Thrown for an invalid parameter. `path` has the form `components[2].rotation`. */
export class ParameterError extends FudebakoError {
  override readonly name = 'ParameterError';

  constructor(
    readonly path: string,
    readonly limits: ParameterLimits,
    readonly value: unknown,
    described = describeValue(value),
  ) {
    super(parameterErrorCode(limits), {
      path: shorten(path, 200),
      value: described,
      min: limits.min,
      max: limits.max,
      maxLength: limits.maxLength,
      options: limits.options?.join(', '),
      alternatives: limits.alternatives?.join(', '),
    });
  }
}

function parameterErrorCode(limits: ParameterLimits): ErrorCode {
  if (limits.problem === 'required') return 'parameterRequired';
  if (limits.problem === 'oneOf') return 'parameterOneOf';
  if (limits.problem === 'unknown') return 'parameterUnknown';
  if (limits.problem === 'reserved') return 'parameterReserved';
  if (limits.problem === 'exclusive') return 'parameterExclusive';
  if (limits.problem === 'control') return 'parameterControl';
  if (limits.problem === 'unit') return 'parameterUnit';
  if (limits.options) return 'parameterChoice';
  const [hasMin, hasMax] = [limits.min, limits.max].map((limit) => limit !== undefined && Number.isFinite(limit));
  if (hasMin && hasMax) return 'parameterRange';
  if (hasMin) return 'parameterMin';
  if (hasMax) return 'parameterMax';
  if (limits.maxLength !== undefined) return 'parameterLength';
  switch (limits.type) {
    case 'boolean':
      return 'parameterBoolean';
    case 'color':
      return 'parameterColor';
    case 'text':
      return 'parameterText';
    case 'list':
      return 'parameterList';
    case 'object':
      return 'parameterObject';
    case 'ratio':
      return 'parameterRatio';
    case 'integer':
      return 'parameterInteger';
    default:
      return 'parameterNumber';
  }
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 3)}…` : text);

const DESCRIBED_VALUES = 60;

/** Describes a refused value as JSON, so that the text "90" differs from the number. */
function describeValue(value: unknown): string {
  let left = DESCRIBED_VALUES;
  const replacer = (_key: string, inner: unknown) => {
    if (left-- <= 0) return undefined;
    if (typeof inner === 'bigint') return `${inner}n`;
    return typeof inner === 'string' ? shorten(inner, DESCRIBED_VALUES) : inner;
  };
  const items = Array.isArray(value) ? value.slice(0, DESCRIBED_VALUES) : value;
  try {
    return shorten(JSON.stringify(items, replacer) ?? String(value), DESCRIBED_VALUES);
  } catch {
    // JSON can't hold cycles, and a caller's objects may throw.
    return typeof value;
  }
}

/** Thrown when the operation's abort signal is aborted. No result was written. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';

  constructor() {
    super('cancelled');
  }
}

/** Matches out-of-memory messages of Chromium, Firefox and Safari, including errors that a nested worker forwards. */
const OUT_OF_MEMORY =
  /allocat|out of memory|memory size exceeded|grow instance memory|enlarge memory|\(OOM\)|bad_alloc/i;

export function isOutOfMemory(value: unknown): boolean {
  if (!(value instanceof Error) || value instanceof FudebakoError) return false;
  return ['RangeError', 'RuntimeError', 'InternalError'].includes(value.name) && OUT_OF_MEMORY.test(value.message);
}

/** An error as plain data, because structured cloning loses an error's class and custom fields. */
export type SerializedError =
  | { kind: 'fudebako'; code: ErrorCode; data: ErrorData; step?: FailedStep; cause?: SerializedError }
  | { kind: 'parameter'; path: string; limits: ParameterLimits; value: string; step?: FailedStep }
  | { kind: 'cancelled' }
  | { kind: 'other'; name: string; message: string; stack?: string; code?: string; path?: string };

export function serializeError(error: unknown): SerializedError {
  const step = error instanceof FudebakoError && error.step ? { step: error.step } : {};
  if (error instanceof ParameterError)
    return { kind: 'parameter', path: error.path, limits: error.limits, value: String(error.data.value), ...step };
  if (error instanceof FudebakoError)
    return {
      kind: 'fudebako',
      code: error.code,
      data: error.data,
      ...step,
      ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
    };
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  if (error instanceof Error) {
    const { name, message, stack } = error;
    const { code, path } = error as { code?: unknown; path?: unknown };
    return {
      ...{ kind: 'other', name, message, stack },
      ...(typeof code === 'string' && { code }),
      ...(typeof path === 'string' && { path }),
    };
  }
  return { kind: 'other', name: 'Error', message: String(error) };
}

function atStep(error: FudebakoError, step: FailedStep | undefined): FudebakoError {
  if (step) error.step = step;
  return error;
}

export function deserializeError(error: SerializedError): Error {
  switch (error.kind) {
    case 'fudebako':
      return atStep(
        new FudebakoError(error.code, error.data, { cause: error.cause && deserializeError(error.cause) }),
        error.step,
      );
    case 'parameter':
      return atStep(new ParameterError(error.path, error.limits, error.value, error.value), error.step);
    case 'cancelled':
      return new CancelledError();
    default: {
      const { message, kind: _, ...fields } = error;
      return Object.assign(new Error(message), fields);
    }
  }
}
