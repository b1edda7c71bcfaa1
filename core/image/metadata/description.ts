import { ascii, indexOfBytes, letters } from '../../base/bytes.ts';
import { decodeForDisplay } from '../../base/detect-encoding.ts';
import { pngTexts, rawProfile } from '../formats/png/png-texts.ts';
import { sniffImage } from '../formats/registry.ts';
import { headerSegments } from '../jpeg/jpeg-segments.ts';
import { APP1, isApplication } from '../jpeg/markers.ts';
import { findIptc, IPTC } from './iptc.ts';
import { type Description, readXmp } from './xmp-read.ts';

/** Reads title, description, keywords, creators, copyright and rating from XMP, and what XMP lacks from IPTC. */
export function readDescription(bytes: Uint8Array): Description {
  const blocks = blocksOf(bytes);
  const xmp = blocks.flatMap((block) => xmpPacket(block) ?? []).map(readXmp)[0];
  const iptc = blocks.map(iptcDescription).find((each) => Object.keys(each).length > 0);
  return { ...iptc, ...xmp };
}

/** Returns the parts of a file that may contain XMP and IPTC. In a JPEG, these are segments before the pixels. */
function blocksOf(bytes: Uint8Array): readonly Uint8Array[] {
  const format = sniffImage(bytes);
  if (format === 'jpg')
    return [...headerSegments(bytes)]
      .filter(
        ({ marker, start }) => isApplication(marker) && (marker !== APP1 || ascii(bytes, start, XMP.length) === XMP),
      )
      .map(({ start, end }) => bytes.subarray(start, end));
  if (format !== 'png') return [bytes];
  return [...pngTexts(bytes)].map((text) => rawProfile(text) ?? text.content);
}

const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const [PACKET_START, PACKET_END] = ['<rdf:RDF', '</rdf:RDF>'].map(letters) as [number[], number[]];

/** Maximum bytes of XMP that is parsed. A JPEG segment contains less than 64 kB. */
const MAX_XMP_BYTES = 1_000_000;

function xmpPacket(block: Uint8Array): string | undefined {
  const start = indexOfBytes(block, PACKET_START);
  const end = start < 0 ? -1 : indexOfBytes(block, PACKET_END, start);
  if (end < 0 || end - start > MAX_XMP_BYTES) return undefined;
  return new TextDecoder('utf-8').decode(block.subarray(start, end + PACKET_END.length));
}

function iptcDescription(block: Uint8Array): Description {
  const sets = findIptc(block);
  const texts = (set: number) =>
    sets
      .get(set)
      ?.map((bytes) => decodeForDisplay(bytes))
      .filter((text) => text !== '');
  const entries = Object.entries({
    title: texts(IPTC.title)?.[0],
    description: texts(IPTC.caption)?.[0],
    keywords: texts(IPTC.keywords),
    creators: texts(IPTC.creator),
    copyright: texts(IPTC.copyright)?.[0],
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value.length > 0));
}
