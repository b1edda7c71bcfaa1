import { indexOfBytes, letters } from '../base/bytes.ts';
import { MAX_TAGS } from '../base/limits.ts';
import { findExif } from '../image/codecs/metadata.ts';
import { pngTexts, rawProfile } from '../image/formats/png/metadata.ts';
import { sniffImage } from '../image/formats/registry.ts';
import { findIptc, IPTC } from '../image/metadata/iptc.ts';
import type { Data } from '../operation.ts';
import { isExif, readGpsPosition } from './gps-position.ts';
import { findVideoPlace } from './video-place.ts';

/** Parts of a file that may contain a location, in the order in which `inspect` names them. */
type PlaceKind = 'Exif' | 'XMP' | 'IPTC' | 'video';

/**
 * Returns whether an image has Exif and a location, where the location was found, and readable coordinates in degrees.
 * Searches Exif, XMP and IPTC, also in text chunks of PNG and in images and videos that are appended to an image.
 * Damaged Exif counts as Exif.
 */
export async function findPlaces(bytes: Uint8Array): Promise<Data> {
  const texts = sniffImage(bytes) === 'png' ? [...pngTexts(bytes)] : [];
  const profiles = texts.flatMap((text) => rawProfile(text) ?? []);
  const blocks = [...exifBlocks(bytes, await findExif(bytes)), ...profiles.flatMap(exifInProfile)];
  const searched = [bytes, ...profiles, ...texts.map(({ content }) => content)];
  const exif = blocks.flatMap((tiff) => readGpsPosition(tiff) ?? []);
  const video = findVideoPlace(bytes);
  const found: Readonly<Record<PlaceKind, boolean>> = {
    Exif: exif.length > 0,
    XMP: searched.some(hasXmpPlace),
    IPTC: searched.some((each) => IPTC_PLACES.some((set) => findIptc(each).has(set))),
    video: video !== undefined,
  };
  const locationIn = Object.entries(found).flatMap(([kind, isFound]) => (isFound ? [kind] : []));
  const position = exif.find(({ latitude }) => latitude !== undefined) ?? video;
  return {
    exif: blocks.length > 0,
    gps: locationIn.length > 0,
    ...(locationIn.length > 0 && { locationIn }),
    ...position,
  };
}

const IPTC_PLACES = [IPTC.city, IPTC.sublocation];

const PREFIX = letters('Exif\0\0');

/** Yields the Exif blocks of a file. Appended images, such as previews and gain maps, may have separate Exif. */
function* exifBlocks(bytes: Uint8Array, first: Uint8Array | undefined): Generator<Uint8Array> {
  if (first) yield first;
  const isJpeg = sniffImage(bytes) === 'jpg';
  let at = indexOfBytes(bytes, PREFIX);
  for (let count = 0; at >= 0 && count < MAX_TAGS; count++, at = indexOfBytes(bytes, PREFIX, at + 1)) {
    const tiff = bytes.subarray(at + PREFIX.length);
    if (tiff.byteOffset !== first?.byteOffset && (isJpeg || isExif(tiff))) yield tiff;
  }
}

function exifInProfile(profile: Uint8Array): Uint8Array[] {
  const at = indexOfBytes(profile, PREFIX);
  if (at >= 0) return [profile.subarray(at + PREFIX.length)];
  return isExif(profile) ? [profile] : [];
}

/** Location properties of XMP: coordinates in Exif's and drones' schemas, and names of places (XMP part 2, 3; IPTC Core). */
const XMP_PLACES = [
  'GPSLatitude',
  'GPSLongitude',
  'GpsLatitude',
  'GpsLongitude',
  'GpsLongtitude',
  'photoshop:City',
  'Iptc4xmpCore:Location',
  'Iptc4xmpExt:City',
  'Iptc4xmpExt:Sublocation',
].map(letters);

/** True if an XMP text contains a location property with a value, as an attribute or as an element. */
function hasXmpPlace(text: Uint8Array): boolean {
  return XMP_PLACES.some((name) => {
    let at = indexOfBytes(text, name);
    for (let count = 0; at >= 0 && count < MAX_TAGS; count++, at = indexOfBytes(text, name, at + 1)) {
      const after = String.fromCharCode(...text.subarray(at + name.length, at + name.length + 80));
      if (VALUE.test(after)) return true;
    }
    return false;
  });
}

const VALUE = /^(?:\s*=\s*(?:"[^"\s]|'[^'\s])|(?:\s[^<>]*)?>\s*(?:[^<\s]|<rdf:))/;
