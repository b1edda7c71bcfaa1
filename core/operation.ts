import type { SourceFile } from './base/files.ts';
import type { Raster } from './base/raster.ts';
import type { ImageEncoding } from './image/codecs/encode.ts';
import type { Parameters, ValuesOf } from './parameters/fields.ts';
import type { OperationContext } from './platform/context.ts';

/** Kind of an input. Images arrive decoded; other inputs are files that are read on demand. */
export type InputKind = 'image' | 'audio' | 'video' | 'file';

export interface InputSpec {
  readonly kind: InputKind;
  /** True if the input is optional; without the input, `run` receives `undefined` or an empty array. */
  readonly optional?: boolean;
  /** Maximum number of files. With this, `run` receives an array of files. */
  readonly max?: number;
  /** File extensions that are searched for in folders, without the dot; by default the usual ones of `kind`. */
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

/** Describes the file written to `context.sink`. */
export interface WrittenFile {
  readonly mimeType: string;
  /** File extension without the dot. */
  readonly extension: string;
  /** Keys of the warnings that the operation reported, in `warnings` of the word tables. */
  readonly warnings?: readonly string[];
}

export type Data = { readonly [key: string]: unknown };

export interface OutputTypes {
  image: Raster;
  file: WrittenFile;
  data: Data;
}

/** Declares an operation. Panels, settings, flags, help, schemas and recipes derive from this declaration. */
export interface Operation<
  Id extends string = string,
  Specs extends InputSpecs = InputSpecs,
  P extends Parameters = Parameters,
  Output extends keyof OutputTypes = keyof OutputTypes,
> {
  /** Name of the operation, which is also the command name and the key in the word tables. */
  readonly id: Id;
  readonly inputs: Specs;
  readonly params: P;
  readonly output: Output;
  /** Checks rules between several parameters, after each parameter is valid by itself. Throws ParameterError. */
  readonly check?: (params: ValuesOf<P>) => void;
  /** Output extensions of an operation that writes a file, without the dot; the first is the default. */
  readonly extensions?: readonly string[];
  /**
   * Name of the still-image operation that this operation animates. The still operation's command writes an animation
   * if the output file has one of this operation's `extensions`.
   */
  readonly animationOf?: string;
  /** True if the operation on an image changes an animation frame by frame, which keeps it an animation. */
  readonly perFrame?: boolean;
  /** Returns the encoding of the result, for operations that set an encoding. */
  readonly encoding?: (params: ValuesOf<P>) => ImageEncoding;
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
