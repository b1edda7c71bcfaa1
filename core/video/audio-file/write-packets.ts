import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  StreamTarget,
} from 'mediabunny';
import type { MediaTags } from '../../audio/tags/tags.ts';
import { viewOf } from '../../base/bytes.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { PlanarAudio } from '../audio/planar-audio.ts';
import { tagsForMediabunny } from '../mp4/media-tags.ts';
import { type EncodedPiece, encodeInPieces, type PieceEncoding } from './ffmpeg-packets.ts';

type Context = OperationContext & { readonly sink: NonNullable<OperationContext['sink']> };

const AAC_SAMPLES = 1024;

/** Writes an M4A with AAC of low complexity. The packet of the encoder's delay precedes the start. */
export function writeM4a(
  audio: PlanarAudio,
  kbps: number,
  tags: MediaTags | undefined,
  context: Context,
): Promise<void> {
  const packets = Math.max(1, Math.ceil(audio.samples / AAC_SAMPLES)) + 1;
  const encoding = {
    options: ['-c:a', 'aac', '-b:a', `${kbps}k`],
    samplesPerPacket: AAC_SAMPLES,
    packets,
    packetsPerPiece: 1280,
    leadPackets: 80,
    tailPackets: 2,
  };
  const format = new Mp4OutputFormat({ fastStart: 'reserve' });
  return writePackets(
    { format, codec: 'aac', dateTag: '©day', delay: () => AAC_SAMPLES },
    audio,
    encoding,
    tags,
    context,
  );
}

/** The only sample rate of Opus files, and the samples of a packet of 20 ms. */
export const OPUS_RATE = 48_000;
const OPUS_SAMPLES = 960;
/** Samples by which libopus delays audio: 6.5 ms. */
const OPUS_DELAY = 312;

/** Maximum bitrate per channel that libopus takes. */
const MAX_OPUS_KBPS = 256;

/**
 * Writes Opus in Ogg. The complexity is 4, because FFmpeg's WebAssembly build has too small a stack for libopus above.
 */
export function writeOpus(
  audio: PlanarAudio,
  kbps: number,
  tags: MediaTags | undefined,
  context: Context,
): Promise<void> {
  const encoding = {
    options: [
      '-c:a',
      'libopus',
      '-b:a',
      `${Math.min(kbps, MAX_OPUS_KBPS * audio.channels)}k`,
      '-compression_level',
      '4',
      '-frame_duration',
      '20',
    ],
    samplesPerPacket: OPUS_SAMPLES,
    packets: Math.ceil((audio.samples + OPUS_DELAY) / OPUS_SAMPLES),
    packetsPerPiece: 1500,
    leadPackets: 50,
    tailPackets: 2,
  };
  const delay = ({ config: { description } }: EncodedPiece) =>
    description instanceof Uint8Array ? viewOf(description).getUint16(10, true) : OPUS_DELAY;
  return writePackets(
    { format: new OggOutputFormat(), codec: 'opus', dateTag: 'DATE', delay },
    audio,
    encoding,
    tags,
    context,
  );
}

interface Container {
  readonly format: OutputFormat;
  readonly codec: AudioCodec;
  readonly dateTag: string;
  /** Returns the samples that players drop at the start. */
  readonly delay: (first: EncodedPiece) => number;
}

async function writePackets(
  { format, codec, dateTag, delay }: Container,
  audio: PlanarAudio,
  encoding: PieceEncoding,
  tags: MediaTags | undefined,
  context: Context,
): Promise<void> {
  const stream = context.platform.media.streamInto(context.sink);
  const output = new Output({
    format,
    target: new StreamTarget(stream as never, { chunked: true, chunkSize: CHUNK_BYTES }),
  });
  if (tags) output.setMetadataTags(tagsForMediabunny(tags, dateTag));
  const muxer = (output as unknown as { readonly _muxer: Muxer })._muxer;
  const track = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(track, { maximumPacketCount: encoding.packets });
  try {
    await output.start();
    let index = 0;
    let dropped: number | undefined;
    for await (const piece of encodeInPieces(audio, encoding, context)) {
      if (dropped === undefined) makeRepeatable(muxer, piece);
      dropped ??= delay(piece);
      for (const data of piece.packets) {
        const start = index++ * encoding.samplesPerPacket - dropped;
        // The last packet is shorter, so that players drop what the encoder has added.
        const samples = Math.min(encoding.samplesPerPacket, Math.max(1, audio.samples - start));
        const packet = new EncodedPacket(data, 'key', start / audio.sampleRate, samples / audio.sampleRate);
        await track.add(packet, { decoderConfig: piece.config });
      }
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
}

/** Parts of mediabunny's muxers whose values come from the clock or from chance. */
interface Muxer {
  creationTime: number;
  writePage(track: { serialNumber: number }, isLast: boolean): void;
}

/**
 * Makes equal audio give equal bytes: without a creation time in M4A, which 0 means, and with a serial number in Ogg
 * that follows from the packets. Streams with different serial numbers can still be chained (RFC 3533, 4).
 */
function makeRepeatable(muxer: Muxer, { packets }: EncodedPiece): void {
  muxer.creationTime = 0;
  const { writePage } = muxer;
  const serialNumber = hashOf(packets);
  muxer.writePage = (track, isLast) => {
    track.serialNumber = serialNumber;
    writePage.call(muxer, track, isLast);
  };
}

/** Returns a hash of 32 bits (FNV-1a). */
function hashOf(packets: readonly Uint8Array[]): number {
  let hash = 0x811c9dc5;
  for (const packet of packets) for (const byte of packet) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
