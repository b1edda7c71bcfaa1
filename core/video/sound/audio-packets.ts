import type { EncodedPacket } from 'mediabunny';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { orderedResults } from '../../base/ordered-results.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AudioDecoderConfig,
  type AudioEncoding,
  aacPacketAt,
  type EncodedSound,
  encodeSound,
  AAC_PACKET_SAMPLES as PACKET,
} from './audio-encoding.ts';
import type { SoundTrack } from './sound-track.ts';
import { StalledError } from './with-timeout.ts';

/**
 * Packets that a run encodes before its own and drops. The first one takes the encoder's delay; its
 * rate control needs some more to know the sound. Measured on music, signal-to-noise around a joint
 * against a single pass: −10 to +1 dB with 20, −2 to +1.5 dB with 80, and no better with 160.
 */
const LEAD_PACKETS = 80;

/** Packets past a run's own: AAC looks one ahead to choose its window. */
const TAIL_PACKETS = 2;

/** Packets of a run at most: a minute and a half. Longer runs gain nothing, and take longer to be cancelled. */
const MAX_RUN_PACKETS = 4096;
/** Packets of a run at least: a shorter one would mostly encode its lead. */
const MIN_RUN_PACKETS = 256;

/**
 * Runs for each processor where the platform encodes: it hands every packet to another thread, and
 * one run's are encoded while another's are on their way. Measured on 3 minutes of music: a run for
 * each of two processors leaves a quarter of them idle, two for each next to nothing.
 */
const HANDED_OVER = 2;

/** Packets' worth of sound that is read at a time. */
const READ_PACKETS = 256;

/** Some of the track's packets in a row, with their place in time. */
export interface PacketRun {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

export interface PacketPlan {
  /** How many packets there will be, or a bound above it. */
  readonly maxPackets: number;
  /** Encodes them, in their order. */
  encode(options: PacketOptions): AsyncGenerator<PacketRun>;
}

interface PacketOptions {
  readonly platform: Platform;
  readonly signal?: CancelSignal;
  /** Called with the fraction of the sound that has been encoded. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * How a track is encoded: AAC in runs beside each other, since its packets depend on their
 * neighbours alone; any other codec in one go.
 */
export function planPackets(track: SoundTrack, encoding: AudioEncoding): PacketPlan {
  return encoding.codec === 'aac' ? planAac(track, encoding) : planSinglePass(track, encoding);
}

/** How many packets of sound there are; a track that is trimmed to nothing has one of silence. */
const soundPackets = (samples: number) => Math.max(1, Math.ceil(samples / PACKET));

/** How many packets AAC makes of so many samples: one more, which holds the encoder's delay. */
export const aacPackets = (samples: number) => soundPackets(samples) + 1;

function planAac(track: SoundTrack, encoding: AudioEncoding): PacketPlan {
  const maxPackets = aacPackets(track.samples);
  return {
    maxPackets,
    encode({ platform, signal, onProgress }) {
      const inFlight = Math.max(1, platform.workers.size) * (encoding.encoder ? HANDED_OVER : 1);
      const runPackets = runLength(maxPackets, inFlight);
      const runs = Math.ceil(maxPackets / runPackets);
      let encoded = 0;
      const encodeRun = async (index: number): Promise<PacketRun> => {
        const first = index * runPackets;
        const end = Math.min(maxPackets, first + runPackets);
        const countProgress = (packets: number) => {
          encoded += packets;
          onProgress?.(Math.min(1, encoded / (maxPackets + runs * (LEAD_PACKETS + TAIL_PACKETS))));
        };
        return encodeAacRun(track, encoding, [first, end], countProgress, { platform, signal });
      };
      return orderedResults(runs, inFlight, encodeRun);
    },
  };
}

/** Even parts, at least as many as are in flight where the sound is long enough. */
function runLength(packets: number, inFlight: number): number {
  const rounds = Math.ceil(packets / (inFlight * MAX_RUN_PACKETS));
  return Math.max(MIN_RUN_PACKETS, Math.ceil(packets / (inFlight * rounds)));
}

/** The packets `[first, end)` of what a single pass would make. */
async function encodeAacRun(
  track: SoundTrack,
  encoding: AudioEncoding,
  [first, end]: readonly [number, number],
  countProgress: (packets: number) => void,
  context: Pick<PacketOptions, 'platform' | 'signal'>,
): Promise<PacketRun> {
  const readFrom = Math.max(0, first - LEAD_PACKETS);
  const readTo = Math.min(soundPackets(track.samples), end + TAIL_PACKETS);
  const encode = () => encodeSound(encoding, readPieces(track, readFrom, readTo, countProgress), context);
  const { packets, decoderConfig } = await encode().catch((error) => {
    if (error instanceof StalledError) return encode();
    throw error;
  });
  const own = packets.slice(first - readFrom, end - readFrom);
  if (own.length !== end - first)
    throw new Error(`AAC made ${packets.length} packets of ${readTo - readFrom} frames: not one more than frames`);
  return {
    // The first packet is the encoder's delay: it stands before the start, where players cut it off.
    packets: own.map(({ data }, index) => aacPacketAt(data, first + index - 1)),
    decoderConfig,
  };
}

/** Whole packets' worth, silence after the end. */
async function* readPieces(
  track: SoundTrack,
  from: number,
  to: number,
  countProgress: (packets: number) => void,
): AsyncGenerator<Float32Array<ArrayBuffer>> {
  for (let start = from; start < to; start += READ_PACKETS) {
    const end = Math.min(to, start + READ_PACKETS);
    yield await track.read(start * PACKET, end * PACKET);
    countProgress(end - start);
  }
}

/** The shortest packets that any codec of MP4 makes, in samples; used for a bound only. */
const SHORTEST_PACKET = 120;

function planSinglePass(track: SoundTrack, encoding: AudioEncoding): PacketPlan {
  return {
    maxPackets: Math.ceil(track.samples / SHORTEST_PACKET) + 16,
    async *encode({ platform, signal, onProgress }) {
      const frames = soundPackets(track.samples);
      let read = 0;
      const pieces = readPieces(track, 0, frames, (packets) => {
        read += packets;
        onProgress?.(read / frames);
      });
      const encoded: EncodedSound = await encodeSound(encoding, pieces, { platform, signal });
      yield encoded;
    },
  };
}
