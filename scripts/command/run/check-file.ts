import { sameBytes } from '#core/base/bytes.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage, headerError } from '#core/image/codecs/decode.ts';
import { encodeImage, type ImageEncoding } from '#core/image/codecs/encode.ts';
import { foreignImageFormat } from '#core/image/codecs/foreign-formats.ts';
import { SIGNATURE_BYTES, sniffImage, writtenAs } from '#core/image/formats/registry.ts';
import { isCompleteFile } from '#core/inspect/complete.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import type { Data } from '#core/operation.ts';
import type { OperationContext } from '#core/platform/context.ts';
import { type ParsedStep, type ResolveInput, runSteps } from '#core/recipes/recipe.ts';
import type { FileCheck } from '../parse/request.ts';

/** Inspects an image. `changes` is what the recipe would change. Throws FudebakoError, and errors of `runSteps`. */
export async function checkFile(
  file: SourceFile,
  { verify, compare, encoding }: FileCheck,
  steps: readonly ParsedStep[],
  context: OperationContext,
  resolveInput: ResolveInput,
): Promise<Data> {
  const head = await file.read(0, SIGNATURE_BYTES);
  if (!sniffImage(head)) throw headerError(head);
  const facts = await inspectFile(file, context.signal);
  if (verify) await verifyFile(file, context);
  if (!compare) return facts;
  return { ...facts, changes: await changesBy(file, steps, encoding, context, resolveInput) };
}

/** Returns what a recipe would change. Encoding again or removing metadata doesn't count: every run does both. */
async function changesBy(
  file: SourceFile,
  steps: readonly ParsedStep[],
  encoding: ImageEncoding | undefined,
  context: OperationContext,
  resolveInput: ResolveInput,
): Promise<string | undefined> {
  const { raster, header } = await decodeImage(file, context);
  const format = encoding?.format ?? writtenAs(header.format);
  if (format !== header.format) return 'the format';
  if (encoding?.maxKilobytes !== undefined && file.size > encoding.maxKilobytes * 1000) return 'the file size';
  const result = await runSteps(raster, steps, context, resolveInput);
  if (result.width !== raster.width || result.height !== raster.height) return 'the size in pixels';
  const final = encoding?.colors === undefined ? result : await reduced(result, { ...encoding, format }, context);
  return sameBytes(pixelsOf(final), pixelsOf(raster)) ? undefined : 'the pixels';
}

const pixelsOf = ({ data }: Raster) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

async function reduced(raster: Raster, encoding: ImageEncoding, context: OperationContext): Promise<Raster> {
  const bytes = await encodeImage(raster, encoding, context);
  return (await decodeImage(fileFromBytes('reduced.png', bytes), context)).raster;
}

/** Decodes an image, or checks media for truncation. Throws FudebakoError for damage that `failOn` rejects. */
export async function verifyFile(file: SourceFile, context: OperationContext): Promise<void> {
  const head = await file.read(0, SIGNATURE_BYTES);
  if (sniffImage(head)) return void (await decodeImage(file, context));
  if (foreignImageFormat(head)) return;
  const signature = String.fromCharCode(...head.subarray(0, 8));
  const isKnown =
    signature.startsWith('\x1aE\xdf\xa3') || /^(?:RIFF|RF64|ID3|OggS|....ftyp|\xff[\xe2-\xff])/s.test(signature);
  if (isKnown && !(await isCompleteFile(file))) throw new FudebakoError('mediaDamaged');
}
