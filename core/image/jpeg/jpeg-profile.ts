import { ascii, joinBytes } from '../../base/bytes.ts';
import { MAX_PROFILE_BYTES } from '../../base/limits.ts';
import { APP2, headerSegments } from './jpeg-segments.ts';

/** Identifier of APP2 segments with a profile (ICC.1:2022, B.4). Chunk number and number of chunks follow. */
const NAME = 'ICC_PROFILE\0';
const HEAD_BYTES = NAME.length + 2;

const profileSegments = (jpeg: Uint8Array) =>
  [...headerSegments(jpeg)].filter(({ marker, start }) => marker === APP2 && ascii(jpeg, start, NAME.length) === NAME);

/** Returns a JPEG's ICC profile; `undefined` if it is missing, incomplete or too large. */
export function jpegProfile(jpeg: Uint8Array): Uint8Array | undefined {
  const segments = profileSegments(jpeg);
  const pieces: Uint8Array[] = [];
  for (const { start, end } of segments) {
    const number = jpeg[start + NAME.length] ?? 0;
    if (jpeg[start + NAME.length + 1] !== segments.length || pieces[number]) return undefined;
    pieces[number] = jpeg.subarray(start + HEAD_BYTES, end);
  }
  // If there is no chunk 0 and no chunk is missing, chunks 1 to the last are present.
  if (segments.length === 0 || pieces[0] || pieces.length !== segments.length + 1) return undefined;
  const profile = joinBytes(...pieces.slice(1));
  return profile.length > MAX_PROFILE_BYTES ? undefined : profile;
}

/** Returns the JPEG with its profile disabled, so no decoder converts its colors; the same bytes without a profile. */
export function withoutProfile(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const segments = profileSegments(jpeg);
  if (segments.length === 0) return jpeg;
  const copy = jpeg.slice();
  // Decoders ignore segments with an unknown name.
  for (const { start } of segments) copy[start] = 0;
  return copy;
}
