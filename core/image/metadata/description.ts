import { indexOfBytes, letters } from '../../base/bytes.ts';
import { decodeForDisplay } from '../../base/detect-encoding.ts';
import { findIptc, IPTC } from './iptc.ts';
import { type Description, readXmp } from './xmp.ts';

/**
 * Reads title, description, keywords, creators, copyright and rating from XMP, and what XMP lacks from IPTC.
 * @param blocks parts of a file that may contain XMP and IPTC
 */
export function readDescription(blocks: readonly Uint8Array[]): Description {
  const xmp = blocks.flatMap((block) => xmpPacket(block) ?? []).map(readXmp)[0];
  const iptc = blocks.map(iptcDescription).find((each) => Object.keys(each).length > 0);
  return { ...iptc, ...xmp };
}

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
