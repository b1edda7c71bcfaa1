import type { ImageHeader } from './image-header.ts';

/** Returns the embedded ICC profile; `undefined` if its colors equal sRGB. */
export async function foreignProfileOf(bytes: Uint8Array, { format, channels }: ImageHeader) {
  const icc = (await import('./profile.ts')).embeddedProfile(bytes, format);
  // A WebP stores gray pixels as RGB, so an ICC profile for gray never matches a WebP.
  return icc && (await import('../color/icc-profile.ts')).foreignProfile(icc, format === 'webp' ? 1 : channels);
}
