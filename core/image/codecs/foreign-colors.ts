import type { ForeignColors } from '../color/color-conversion.ts';
import type { ImageHeader } from './image-header.ts';

/** Returns the colors of an image by its ICC profile or its PNG chunks; `undefined` if the colors equal sRGB. */
export async function foreignColorsOf(
  bytes: Uint8Array,
  { format, channels, hasProfile }: ImageHeader,
): Promise<ForeignColors | undefined> {
  if (format === 'png') return (await import('../formats/png/png-colors.ts')).pngColors(bytes, channels);
  const icc = hasProfile ? (await import('./profile.ts')).embeddedProfile(bytes, format) : undefined;
  return icc && (await import('../color/icc-profile.ts')).foreignProfile(icc, channels);
}
