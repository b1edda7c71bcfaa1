import { ascii, joinBytes } from '../../../base/bytes.ts';
import { MAX_PROFILE_BYTES } from '../../../base/limits.ts';
import { headerSegments } from './jpeg-segments.ts';
import { APP2 } from './markers.ts';

/** Identifier of APP2 segments with ICC profile parts (ICC.1:2022, B.4); part number and number of parts follow. */
const NAME = 'ICC_PROFILE\0';
const HEAD_BYTES = NAME.length + 2;

const profileSegments = (jpeg: Uint8Array) =>
  [...headerSegments(jpeg)].filter(({ marker, start }) => marker === APP2 && ascii(jpeg, start, NAME.length) === NAME);

/** Returns the ICC profile of a JPEG; `undefined` for a missing, incomplete or too large profile. */
export function jpegProfile(jpeg: Uint8Array): Uint8Array | undefined {
  const segments = profileSegments(jpeg);
  const pieces: Uint8Array[] = [];
  for (const { start, end } of segments) {
    const number = jpeg[start + NAME.length] ?? 0;
    if (jpeg[start + NAME.length + 1] !== segments.length || pieces[number]) return undefined;
    pieces[number] = jpeg.subarray(start + HEAD_BYTES, end);
  }
  // The parts of an ICC profile are numbered from 1, so a complete array has one entry more than there are parts.
  if (segments.length === 0 || pieces[0] || pieces.length !== segments.length + 1) return undefined;
  const profile = joinBytes(...pieces.slice(1));
  return profile.length > MAX_PROFILE_BYTES ? undefined : profile;
}

/** Returns a copy whose ICC profile is disabled, so decoders convert no colors; the same bytes without a profile. */
export function withoutProfile(jpeg: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const segments = profileSegments(jpeg);
  if (segments.length === 0) return jpeg;
  const copy = jpeg.slice();
  // Decoders ignore segments with an unknown identifier.
  for (const { start } of segments) copy[start] = 0;
  return copy;
}
