import { type MediaTags, numberOfTotal } from '../../audio/tags/tags.ts';
import { joinBytes, letters, littleEndian, uint16, uint32 } from '../../base/bytes.ts';
import type { FileSink } from '../../base/files.ts';
import { encodeUtf8 } from '../../base/text-encoding.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { PlanarAudio } from '../audio/planar-audio.ts';
import { encodeInPieces } from './ffmpeg-packets.ts';
import { renumberFrame } from './flac-frames.ts';

const BLOCK = 4096;
const [COMMENTS, PICTURE, LAST] = [4, 6, 0x80];

/** Maximum bytes of a metadata block, which has a size of 24 bits. */
const MAX_BLOCK_BYTES = 2 ** 24 - 1;

/** Writes a FLAC file. States no MD5 of the samples, which programs then don't check (RFC 9639, 8.2). */
export async function writeFlac(
  audio: PlanarAudio,
  bits: 16 | 24,
  tags: MediaTags | undefined,
  context: OperationContext & { readonly sink: FileSink },
): Promise<void> {
  const { sink } = context;
  const encoding = {
    options: ['-c:a', 'flac', '-frame_size', String(BLOCK), '-compression_level', '8'],
    samplesPerPacket: BLOCK,
    packets: Math.ceil(audio.samples / BLOCK),
    packetsPerPiece: 320,
    leadPackets: 0,
    tailPackets: 0,
    bits,
  };
  const blocks = [
    ...(tags?.images ?? []).map((image) => ({ type: PICTURE, content: picture(image) })),
    { type: COMMENTS, content: comments(tags ?? {}) },
  ].filter(({ content }) => content.length <= MAX_BLOCK_BYTES);
  const metadata = joinBytes(
    ...blocks.map(({ type, content }, index) => block(index === blocks.length - 1 ? type | LAST : type, content)),
  );
  let at = INFO_BYTES;
  await sink.write(metadata, at);
  at += metadata.length;
  let [smallest, largest, frames] = [MAX_BLOCK_BYTES, 0, 0];
  for await (const { packets } of encodeInPieces(audio, encoding, context)) {
    const written = packets.map((packet) => renumberFrame(packet, frames++));
    for (const { length } of written) [smallest, largest] = [Math.min(smallest, length), Math.max(largest, length)];
    const bytes = joinBytes(...written);
    await sink.write(bytes, at);
    at += bytes.length;
  }
  const sizes = frames === 0 ? [0, 0] : [smallest, largest];
  await sink.write(joinBytes(letters('fLaC'), block(0, streamInfo(audio, bits, sizes))), 0);
}

const INFO_BYTES = 4 + 4 + 34;

const block = (type: number, content: Uint8Array) => joinBytes([type, ...uint24(content.length)], content);
const uint24 = (value: number) => uint32(value).slice(1);

/** Returns STREAMINFO: 20 bits of sample rate, 3 of channels, 5 of bit depth and 36 of samples (RFC 9639, 8.2). */
function streamInfo(
  { sampleRate, channels, samples }: PlanarAudio,
  bits: number,
  sizes: readonly number[],
): Uint8Array {
  const packed =
    (sampleRate * 2 ** 12 + (channels - 1) * 2 ** 9 + (bits - 1) * 2 ** 4 + Math.floor(samples / 2 ** 32)) >>> 0;
  return joinBytes(
    [...uint16(BLOCK), ...uint16(BLOCK), ...sizes.flatMap(uint24)],
    [...uint32(packed), ...uint32(samples >>> 0)],
    new Uint8Array(16),
  );
}

/** Returns a comment header (Vorbis I, 5). */
function comments(tags: MediaTags): Uint8Array {
  const { title, artist, album, albumArtist, genre, date, comment, description, lyrics } = tags;
  const texts = {
    ...{ TITLE: title, ARTIST: artist, ALBUM: album, ALBUMARTIST: albumArtist, GENRE: genre, DATE: date },
    ...{ COMMENT: comment, DESCRIPTION: description, LYRICS: lyrics },
    ...{
      TRACKNUMBER: numberOfTotal(tags.trackNumber, undefined),
      TRACKTOTAL: numberOfTotal(tags.tracksTotal, undefined),
    },
    ...{ DISCNUMBER: numberOfTotal(tags.discNumber, undefined), DISCTOTAL: numberOfTotal(tags.discsTotal, undefined) },
  };
  const entries = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [encodeUtf8(`${name}=${value}`)],
  );
  const sized = (bytes: Uint8Array) => joinBytes(littleEndian(bytes.length, 4), bytes);
  return joinBytes(sized(encodeUtf8('Fudebako')), littleEndian(entries.length, 4), ...entries.map(sized));
}

type Picture = NonNullable<MediaTags['images']>[number];

/** Returns a picture of unstated size (RFC 9639, 8.8). */
function picture({ kind, mimeType, description = '', data }: Picture): Uint8Array {
  const type = kind === 'coverFront' ? 3 : kind === 'coverBack' ? 4 : 0;
  const sized = (bytes: Uint8Array) => joinBytes(uint32(bytes.length), bytes);
  return joinBytes(
    uint32(type),
    sized(encodeUtf8(mimeType)),
    sized(encodeUtf8(description)),
    new Uint8Array(16),
    sized(data),
  );
}
