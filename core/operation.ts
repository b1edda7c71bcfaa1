import type { SourceFile } from './base/files.ts';
import type { Raster } from './base/raster.ts';
import type { ImageEncoding } from './image/codecs/encode.ts';
import type { Parameters, ValuesOf } from './parameters/fields.ts';
import type { OperationContext } from './platform/context.ts';

/** What an input can be. An `image` arrives decoded; the rest as files, read where needed. */
export type InputKind = 'image' | 'audio' | 'video' | 'file';

export interface InputSpec {
  readonly kind: InputKind;
  /** May be left out; `run` then gets `undefined`, or an empty array. */
  readonly optional?: boolean;
  /** A list of at most so many; `run` gets an array. */
  readonly max?: number;
  /** What a folder is searched for, without the dot; every usual extension of its kind by default. */
  readonly extensions?: readonly string[];
}

export type InputSpecs = Readonly<Record<string, InputKind | InputSpec>>;

type InputValue<Kind extends InputKind> = Kind extends 'image' ? Raster : SourceFile;
type KindOf<Spec> = Spec extends InputKind ? Spec : Spec extends { kind: infer Kind extends InputKind } ? Kind : never;

/** The values that `run` gets for its declared inputs. */
export type InputsOf<Specs extends InputSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { max: number }
    ? readonly InputValue<KindOf<Specs[Name]>>[]
    : Specs[Name] extends { optional: true }
      ? InputValue<KindOf<Specs[Name]>> | undefined
      : InputValue<KindOf<Specs[Name]>>;
};

/** What an operation of output `file` says of the file it wrote to `context.sink`. */
export interface WrittenFile {
  readonly mimeType: string;
  /** Without the dot. */
  readonly extension: string;
  /** What the visitor should know, by its key in the catalogue's `warnings`. */
  readonly warnings?: readonly string[];
}

/** Plain data, fit for JSON. */
export type Data = { readonly [key: string]: unknown };

export interface OutputTypes {
  image: Raster;
  file: WrittenFile;
  data: Data;
}

/**
 * A declared operation: the one place where its inputs, parameters and limits are stated. Panels,
 * settings, flags, help, schemas and recipes are derived from it.
 */
export interface Operation<
  Id extends string = string,
  Specs extends InputSpecs = InputSpecs,
  P extends Parameters = Parameters,
  Output extends keyof OutputTypes = keyof OutputTypes,
> {
  /** Also the file's name, the command and the key in the catalogue. */
  readonly id: Id;
  readonly inputs: Specs;
  readonly params: P;
  readonly output: Output;
  /** Rules that span parameters; throws a `ParameterError`. Runs after every field has been parsed. */
  readonly check?: (params: ValuesOf<P>) => void;
  /** What an operation of output `file` can write, without the dot: the first unless the visitor's file name says another. */
  readonly extensions?: readonly string[];
  /**
   * The operation whose picture this one sets in motion, with the same inputs and parameters and some
   * of its own: the picture's command comes here for a result with one of `extensions`.
   */
  readonly animationOf?: string;
  /** How the result wants to be encoded, where the operation is about that. */
  readonly encoding?: (params: ValuesOf<P>) => ImageEncoding;
  /** @throws FudebakoError, CancelledError */
  readonly run: (
    inputs: InputsOf<Specs>,
    params: ValuesOf<P>,
    context: OperationContext,
  ) => Promise<OutputTypes[Output]>;
}

/** Gives a declaration its exact type. */
export function defineOperation<
  const Id extends string,
  const Specs extends InputSpecs,
  const P extends Parameters,
  Output extends keyof OutputTypes,
>(operation: Operation<Id, Specs, P, Output>): Operation<Id, Specs, P, Output> {
  return operation;
}

/** An input's declaration in its long form. */
export function inputSpec(input: InputKind | InputSpec): InputSpec {
  return typeof input === 'string' ? { kind: input } : input;
}
