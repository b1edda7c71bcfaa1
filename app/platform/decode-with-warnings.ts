import type { SourceFile } from '#core/base/files.ts';
import { type DecodeContext, type DecodedImage, decodeImage } from '#core/image/codecs/decode.ts';
import type { Warning } from '#core/platform/context.ts';

/** Decodes an image and returns its warnings, so a worker can send them to the page. */
export async function decodeWithWarnings(
  file: SourceFile,
  context: DecodeContext,
): Promise<DecodedImage & { readonly warnings: readonly Warning[] }> {
  const warnings: Warning[] = [];
  const decoded = await decodeImage(file, { ...context, onWarning: (warning) => warnings.push(warning) });
  return { ...decoded, warnings };
}
