import { joinBytes, letters, littleEndian } from './bytes.ts';

/** Returns a RIFF chunk with header, padded to an even length. */
export function riffChunk(
  type: string,
  ...content: readonly (Uint8Array | readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const body = joinBytes(...content);
  return joinBytes(letters(type), littleEndian(body.length, 4), body, body.length % 2 ? [0] : []);
}
