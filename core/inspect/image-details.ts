import { ascii } from '../base/bytes.ts';
import { embeddedProfile } from '../image/codecs/foreign-colors.ts';
import { metadataFor, readDensity } from '../image/codecs/metadata.ts';
import { foreignProfile } from '../image/color/icc-profile.ts';
import { profileName } from '../image/color/profile-name.ts';
import type { Coding } from '../image/formats/image-format.ts';
import { formatNamed, type ImageHeader, type InputFormat } from '../image/formats/registry.ts';
import { roundedDpi } from '../image/metadata/density.ts';
import type { Data } from '../operation.ts';
import { findPlaces } from './find-places.ts';

/** Returns properties of an image that `ImageHeader` doesn't contain: metadata, color profile and coding. */
export async function imageDetails(bytes: Uint8Array, { format, channels, hasProfile }: ImageHeader): Promise<Data> {
  const icc = await embeddedProfile(bytes, format);
  const { codes, ...coding } = { ...STILL, ...(await codingOf(bytes, format)) };
  const isCmyk = (format === 'jpg' && channels === 4) || (icc !== undefined && ascii(icc, SPACE_AT, 4) === 'CMYK');
  const name = icc && profileName(icc);
  const { readColors } = formatNamed(format);
  const foreign = readColors ? await readColors(bytes, channels) : icc && foreignProfile(icc, channels);
  // An ICC profile takes precedence over the codes of a color space (ISO/IEC 23000-22, 7.3.6.4).
  const colorSpace = foreign && 'name' in foreign ? foreign.name : icc ? undefined : codes;
  return {
    colorProfile: hasProfile,
    ...(name && { profileName: name }),
    ...(colorSpace && { colorSpace }),
    srgb: !isCmyk && !foreign && !colorSpace,
    ...(await dpiOf(bytes)),
    ...(await findPlaces(bytes)),
    ...Object.fromEntries(Object.entries(coding).filter(([, value]) => value !== undefined)),
  };
}

/** Returns the print resolution across, and the resolution down if both differ. */
async function dpiOf(bytes: Uint8Array): Promise<Data> {
  const density = await readDensity(bytes);
  if (!density) return {};
  const [dpi, dpiDown] = [roundedDpi(density.x), roundedDpi(density.y)];
  return dpi === dpiDown ? { dpi } : { dpi, dpiDown };
}

/** Offset of the data color space in an ICC profile (ICC.1:2022, 7.2). */
const SPACE_AT = 16;

const STILL: Coding = { progressive: false, frames: 1 };

async function codingOf(bytes: Uint8Array, format: InputFormat): Promise<Partial<Coding>> {
  const { readCoding } = await metadataFor(format);
  try {
    return readCoding?.(bytes) ?? {};
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
}
