import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { foreignImageFormat } from '#core/image/codecs/foreign-formats.ts';
import { SIGNATURE_BYTES, sniffImage } from '#core/image/formats/registry.ts';
import { isCompleteFile } from '#core/inspect/complete.ts';
import type { OperationContext } from '#core/platform/context.ts';

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
