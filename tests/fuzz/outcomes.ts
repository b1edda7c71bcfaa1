import { FudebakoError, type WarningCode } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { type DecodeContext, decodeImage } from '#core/image/codecs/decode.ts';

/** Folder, relative to the project's, into which Node writes fuzz cases that a test decodes again in the browser. */
export const PAGE_CASES = '.cache/fuzz-page';

/** Describes a platform's result for a file: the error, or the size, the warnings and a hash of the pixels. */
export async function outcomeOf(bytes: Uint8Array<ArrayBuffer>, platform: DecodeContext['platform']): Promise<string> {
  const warnings: WarningCode[] = [];
  const onWarning = ({ code }: { readonly code: WarningCode }) => void warnings.push(code);
  try {
    const { raster } = await decodeImage(fileFromBytes('a.bin', bytes.slice()), { platform, onWarning });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', raster.data));
    const hash = [...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [`${raster.width} × ${raster.height}`, ...warnings, hash].join(', ');
  } catch (error) {
    if (!(error instanceof FudebakoError)) throw error;
    return `refused: ${error.code}`;
  }
}
