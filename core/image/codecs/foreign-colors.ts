import type { ForeignColors } from '../color/color-conversion.ts';
import { copyProfile } from '../formats/convert-to-srgb.ts';
import { formatNamed, type ImageHeader, type InputFormat } from '../formats/registry.ts';

/** Returns a copy of the ICC profile in an image file; `undefined` for a missing, damaged or too large profile. */
export async function embeddedProfile(bytes: Uint8Array, format: InputFormat): Promise<Uint8Array | undefined> {
  try {
    return copyProfile(await formatNamed(format).readProfile?.(bytes));
  } catch {
    // Ignores a damaged ICC profile, because the pixels can be decoded without a profile.
    return undefined;
  }
}

/** Returns the colors of an image by its ICC profile or its PNG chunks; `undefined` if the colors equal sRGB. */
export async function foreignColorsOf(
  bytes: Uint8Array,
  { format, channels, hasProfile }: ImageHeader,
): Promise<ForeignColors | undefined> {
  const { readColors } = formatNamed(format);
  if (readColors) return readColors(bytes, channels);
  const icc = hasProfile ? await embeddedProfile(bytes, format) : undefined;
  return icc && (await import('../color/icc-profile.ts')).foreignProfile(icc, channels);
}
