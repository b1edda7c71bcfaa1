import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack, type VideoCodec } from 'mediabunny';
import { readingError } from '../../base/internal-failure.ts';
import type { OpenVideo } from '../frames/open-video.ts';

/** A part of a video. Times are the file's own, in seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface PlannedPackets {
  /** Times of the frames, in ascending order. The first frame is the frame that is shown at the start. */
  readonly times: readonly number[];
  readonly codec: VideoCodec | null;
  /** Why packets can't be copied, as a warning. */
  readonly obstacle: 'clipCodec' | 'clipEncoded' | undefined;
  /** The key packet from which the first frame is decoded, and with which a copy starts. */
  readonly key: EncodedPacket | undefined;
  /** Number of packets of a copy, in decoding order. */
  readonly count: number;
}

/** Codecs that browsers and players play in an MP4. */
const COPIED: readonly (VideoCodec | null)[] = ['avc', 'hevc', 'vp9', 'av1'];

/** Number of packets after the end among which packets of earlier frames can be (H.264, A.3.1: 16 frames). */
const REORDERED = 16;

const FACTS = { metadataOnly: true } as const;

/**
 * Finds the packets of a part. Packets can be copied if the first frame is a key frame, and if no frame after the end is
 * decoded before the last frame.
 */
export async function planPackets({ track, progress }: OpenVideo, { from, to }: Span): Promise<PlannedPackets> {
  const sink = new EncodedPacketSink(track);
  const shown = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
  const key = (shown && (await sink.getKeyPacket(shown.timestamp, { verifyKeyPackets: true }))) ?? shown;
  const times: number[] = [];
  let [after, copied, isOrdered] = [0, 0, true];
  const start = shown?.timestamp ?? 0;
  for (let packet = key; packet && after <= REORDERED; packet = await sink.getNextPacket(packet, FACTS)) {
    progress();
    if (packet.timestamp >= to) {
      after++;
      continue;
    }
    if (packet.timestamp < start) continue;
    times.push(packet.timestamp);
    if (after === 0) copied++;
    else isOrdered = false;
  }
  const codec = await track.getCodec();
  const obstacle = !COPIED.includes(codec)
    ? 'clipCodec'
    : key?.timestamp !== start || !isOrdered
      ? 'clipEncoded'
      : undefined;
  return { times: times.sort((a, b) => a - b), key: key ?? undefined, count: copied, codec, obstacle };
}

/** Yields the packets of a copied part, in decoding order, with times from its start. */
export async function* copiedPackets(
  { track, progress }: OpenVideo,
  { key, count, times }: PlannedPackets,
  { from, to }: Span,
): AsyncGenerator<EncodedPacket> {
  const sink = new EncodedPacketSink(track);
  const [start, last] = [times[0] as number, times.at(-1) as number];
  let left = count;
  for (let packet = key ?? null; packet && left > 0; packet = await next(sink, packet)) {
    progress();
    // Leading frames refer to frames before the part (HEVC, RASL; H.264, open GOP).
    if (packet.timestamp < start) continue;
    left--;
    const timestamp = Math.max(0, packet.timestamp - from);
    const duration = packet.timestamp === last ? to - from - timestamp : packet.duration;
    yield packet.clone({ timestamp, duration });
  }
}

/** Packets before the first audio packet, from which decoders start: AAC and MP3 overlap neighboring packets. */
const PREROLL_SEC = 0.03;

/** Lists the times of the audio packets of a part, and yields the packets with times from the start of the part. */
export async function planAudio(track: InputAudioTrack, { from, to }: Span, progress: () => void) {
  const sink = new EncodedPacketSink(track);
  const first = (await sink.getPacket(from - PREROLL_SEC)) ?? (await sink.getFirstPacket());
  let count = 0;
  for (let packet = first; packet && packet.timestamp < to; packet = await sink.getNextPacket(packet, FACTS)) {
    progress();
    count++;
  }
  return {
    count,
    async *packets(): AsyncGenerator<EncodedPacket> {
      for (let packet = first; packet && packet.timestamp < to; packet = await next(sink, packet)) {
        progress();
        yield packet.clone({ timestamp: packet.timestamp - from });
      }
    },
  };
}

const next = (sink: EncodedPacketSink, packet: EncodedPacket) =>
  sink.getNextPacket(packet).catch((error: unknown) => {
    throw readingError(error, 'mediaDamaged');
  });
