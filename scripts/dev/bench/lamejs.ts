import type { Mp3Encoder } from 'lamejs';
import { joinBytes } from '#core/base/bytes.ts';

const CHUNK = 1152 * 16;

/** Encodes interleaved stereo samples as the examples of lamejs do. */
export function encodeByLamejs(encoder: Mp3Encoder, samples: Int16Array): Uint8Array {
  const parts: Uint8Array[] = [];
  const append = (encoded: Uint8Array | Int8Array) =>
    parts.push(new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.byteLength));
  for (let start = 0; start < samples.length; start += CHUNK * 2) {
    const chunk = samples.subarray(start, start + CHUNK * 2);
    const channel = (offset: number) =>
      Int16Array.from({ length: chunk.length / 2 }, (_, n) => chunk[n * 2 + offset] ?? 0);
    append(encoder.encodeBuffer(channel(0), channel(1)));
  }
  append(encoder.flush());
  return joinBytes(...parts);
}
