import type { SourceFile } from './base/files.ts';
import type { Raster } from './base/raster.ts';
import type { ImageEncoding } from './image/codecs/encode.ts';
import type { Parameters, ValuesOf } from './parameters/fields.ts';
import type { OperationContext } from './platform/context.ts';

/** Kind of an operation's input. Images are decoded before the operation runs; other files are read on demand. */
export type InputKind = 'image' | 'audio' | 'video' | 'file';

export interface InputSpec {
  readonly kind: InputKind;
  /** True if the operation's input is optional; without the input, `run` receives `undefined` or an empty array. */
  readonly optional?: boolean;
  /** Maximum number of files for the input. If set, `run` receives an array of files. */
  readonly max?: number;
  /** Minimum number of files for an input with `max`. */
  readonly min?: number;
  /** True if all files that a command names fill this input, for one result. Without it, each file has its own result. */
  readonly together?: boolean;
  /** Extensions, without the dot, of files to use in an input folder; by default, those usual for the input's kind. */
  readonly extensions?: readonly string[];
}

export type InputSpecs = Readonly<Record<string, InputKind | InputSpec>>;

type InputValue<Kind extends InputKind> = Kind extends 'image' ? Raster : SourceFile;
type KindOf<Spec> = Spec extends InputKind ? Spec : Spec extends { kind: infer Kind extends InputKind } ? Kind : never;

export type InputsOf<Specs extends InputSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { max: number }
    ? readonly InputValue<KindOf<Specs[Name]>>[]
    : Specs[Name] extends { optional: true }
      ? InputValue<KindOf<Specs[Name]>> | undefined
      : InputValue<KindOf<Specs[Name]>>;
};

export interface WrittenFile {
  readonly mimeType: string;
  /** Extension of the output file, without the dot. */
  readonly extension: string;
  /** Warnings that the operation reported, as keys of messages in the word tables (`core/locales`). */
  readonly warnings?: readonly string[];
}

export type Data = { readonly [key: string]: unknown };

export interface OutputTypes {
  image: Raster;
  file: WrittenFile;
  data: Data;
}

/** Finds parameters that depend on the content of all frames of an animation, so that every frame is treated alike. */
export interface FrameSurvey {
  readonly add: (frame: Raster) => void;
  /** Returns additional or replaced parameters for `run`. */
  readonly result: () => Readonly<Record<string, unknown>>;
}

/** Declaration of an operation, from which panels, settings, flags, help, schemas and recipes are derived. */
export interface Operation<
  Id extends string = string,
  Specs extends InputSpecs = InputSpecs,
  P extends Parameters = Parameters,
  Output extends keyof OutputTypes = keyof OutputTypes,
> {
  /** Name of the operation, which is also its command's name and its key in the word tables (`core/locales`). */
  readonly id: Id;
  readonly inputs: Specs;
  readonly params: P;
  readonly output: Output;
  /** Checks rules between parameters, after each parameter was validated. Throws ParameterError. */
  readonly check?: (params: ValuesOf<P>) => void;
  /** Checks rules between parameters and inputs, before any input is read. Throws ParameterError. */
  readonly checkInputs?: (params: ValuesOf<P>, inputs: { readonly [Name in keyof Specs]?: unknown }) => void;
  /** Output extensions of an operation that writes a file, without the dot; the first is the default. */
  readonly extensions?: readonly string[];
  /** Still-image operation with equal labels. Its command runs this operation if the output has one of `extensions`. */
  readonly animationOf?: string;
  /** True if the operation processes an animation frame by frame, and the result is an animation. */
  readonly perFrame?: boolean;
  /** Returns a survey of an animation's frames if the result of an operation `perFrame` depends on an image's content. */
  readonly survey?: (params: ValuesOf<P>) => Promise<FrameSurvey | undefined>;
  readonly encoding?: (params: ValuesOf<P>) => ImageEncoding;
  /** True if the result is transparent in parts: by default it is written as PNG, and never as JPG. */
  readonly isTransparent?: (params: ValuesOf<P>) => boolean;
  /** Runs the operation. Throws FudebakoError, CancelledError. */
  readonly run: (
    inputs: InputsOf<Specs>,
    params: ValuesOf<P>,
    context: OperationContext,
  ) => Promise<OutputTypes[Output]>;
}

export function defineOperation<
  const Id extends string,
  const Specs extends InputSpecs,
  const P extends Parameters,
  Output extends keyof OutputTypes,
>(operation: Operation<Id, Specs, P, Output>): Operation<Id, Specs, P, Output> {
  return operation;
}

export function inputSpec(input: InputKind | InputSpec): InputSpec {
  return typeof input === 'string' ? { kind: input } : input;
}
