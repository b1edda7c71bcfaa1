import { decodeForDisplay, decodeLeniently, statedEncoding, type TextEncoding } from '../../base/detect-encoding.ts';
import type { SourceFile } from '../../base/files.ts';
import { withFileName } from '../../base/with-file-name.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type CaptionOptions, type Cue, checkCaptionBytes, parseCaptions } from './captions.ts';

/**
 * Decodes the bytes of a caption file, whose end may be cut off. `encoding` applies to bytes that don't prove their own,
 * such as UTF-8.
 */
function decodeCaptions(bytes: Uint8Array, encoding?: TextEncoding): string {
  const proven = statedEncoding(bytes, true) ?? encoding;
  return proven ? decodeLeniently(bytes, proven) : decodeForDisplay(bytes, true);
}

/**
 * Reads a caption file, and detects its encoding. Warns about captions without valid times (`captionsSkipped`).
 * @throws FudebakoError `captionsRead`, `captionsTooMany`, with the file's name
 */
export function readCaptionFile(
  file: SourceFile,
  { textEncoding, onWarning }: Pick<OperationContext, 'textEncoding' | 'onWarning'>,
  options: CaptionOptions = {},
): Promise<readonly Cue[]> {
  const read = async () => {
    checkCaptionBytes(file.size);
    return parseCaptions(decodeCaptions(await file.read(0, file.size), textEncoding), {
      ...options,
      onSkipped: (count) => onWarning?.({ code: 'captionsSkipped', data: { count } }),
    });
  };
  return withFileName(file, read());
}
