import { decodeWholeText } from '#core/base/text-pieces.ts';
import { encodingOf } from './text-encoding.ts';

/**
 * Reads a text file of any encoding. Throws FudebakoError `encodingUnknown`, `encodingDamaged`; CancelledError; errors of
 * reading.
 */
export async function readTextFile(file: File): Promise<string> {
  const encoding = await encodingOf(file);
  return decodeWholeText(new Uint8Array(await file.arrayBuffer()), { encoding });
}
