import type { EncodedPacket } from 'mediabunny';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { orderedResults } from '../../base/ordered-results.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type AudioDecoderConfig,
  type AudioEncoding,
  aacPacketAt,
  type EncodedAudio,
  encodeAudio,
  AAC_PACKET_SAMPLES as PACKET,
} from './audio-encoding.ts';
import type { AudioTrack } from './audio-track.ts';
import { StalledError } from './with-timeout.ts';

// A run drops its lead packets, which initialize encoder delay and rate control. Change of the signal-to-noise ratio at
// a splice, compared with a single pass: −10 to +1 dB with 20 packets, −2 to +1.5 dB with 80 or 160.
const LEAD_PACKETS = 80;

/** Packets that a run encodes past its end, because AAC encoders look one packet ahead. */
const TAIL_PACKETS = 2;

/** Maximum number of AAC packets per run: 95 s. Longer runs are no faster and take longer to cancel. */
const MAX_RUN_PACKETS = 4096;
/** Minimum number of AAC packets per run, because a shorter run would mostly encode lead packets. */
const MIN_RUN_PACKETS = 256;

// Parallel AAC runs per processor with the platform's encoder: one computes while another waits for the encoder.
const RUNS_PER_PROCESSOR = 2;

const READ_PACKETS = 256;

/** Consecutive encoded packets of an audio track, with their timestamps. */
export interface PacketRun {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

export interface PacketPlan {
  /** Number of packets of the audio track, or an upper bound if the codec's packet length is unknown. */
  readonly maxPackets: number;
  encode(options: PacketOptions): AsyncGenerator<PacketRun>;
}

interface PacketOptions {
  readonly platform: Platform;
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Plans the encoding: AAC in parallel runs, because AAC packets depend on neighbors only; other codecs in one pass. */
export function planPackets(track: AudioTrack, encoding: AudioEncoding): PacketPlan {
  return encoding.codec === 'aac' ? planAac(track, encoding) : planSinglePass(track, encoding);
}

/** Returns the number of packets for the samples of an audio track; an empty track has one packet of silence. */
const audioPackets = (samples: number) => Math.max(1, Math.ceil(samples / PACKET));

/** Returns the number of AAC packets, including one packet for the encoder's delay. */
export const aacPackets = (samples: number) => audioPackets(samples) + 1;

function planAac(track: AudioTrack, encoding: AudioEncoding): PacketPlan {
  const maxPackets = aacPackets(track.samples);
  return {
    maxPackets,
    encode({ platform, signal, onProgress }) {
      const inFlight = Math.max(1, platform.workers.size) * (encoding.encoder ? RUNS_PER_PROCESSOR : 1);
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

/** Returns the number of AAC packets per run. Divides a long track evenly into rounds of `inFlight` runs. */
function runLength(packets: number, inFlight: number): number {
  const rounds = Math.ceil(packets / (inFlight * MAX_RUN_PACKETS));
  return Math.max(MIN_RUN_PACKETS, Math.ceil(packets / (inFlight * rounds)));
}

/** Encodes packets `[first, end)` of the track, with the timestamps of a single pass. */
async function encodeAacRun(
  track: AudioTrack,
  encoding: AudioEncoding,
  [first, end]: readonly [number, number],
  countProgress: (packets: number) => void,
  context: Pick<PacketOptions, 'platform' | 'signal'>,
): Promise<PacketRun> {
  const readFrom = Math.max(0, first - LEAD_PACKETS);
  const readTo = Math.min(audioPackets(track.samples), end + TAIL_PACKETS);
  const encode = () => encodeAudio(encoding, readPieces(track, readFrom, readTo, countProgress), context);
  const { packets, decoderConfig } = await encode().catch((error) => {
    if (error instanceof StalledError) return encode();
    throw error;
  });
  const own = packets.slice(first - readFrom, end - readFrom);
  if (own.length !== end - first)
    throw new Error(`AAC made ${packets.length} packets of ${readTo - readFrom} frames: not one more than frames`);
  return {
    // The packet with the encoder's delay has a negative timestamp, so that players drop this packet.
    packets: own.map(({ data }, index) => aacPacketAt(data, first + index - 1)),
    decoderConfig,
  };
}

/** Yields the samples of packets `[from, to)` in pieces; the track pads its end with silence. */
async function* readPieces(
  track: AudioTrack,
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

/** Samples in the shortest packet of all MP4 audio codecs, for an upper bound of the number of packets. */
const SHORTEST_PACKET = 120;

function planSinglePass(track: AudioTrack, encoding: AudioEncoding): PacketPlan {
  return {
    maxPackets: Math.ceil(track.samples / SHORTEST_PACKET) + 16,
    async *encode({ platform, signal, onProgress }) {
      const frames = audioPackets(track.samples);
      let read = 0;
      const pieces = readPieces(track, 0, frames, (packets) => {
        read += packets;
        onProgress?.(read / frames);
      });
      const encoded: EncodedAudio = await encodeAudio(encoding, pieces, { platform, signal });
      yield encoded;
    },
  };
}
