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
import type { AudioTrack } from './sound-track.ts';
import { StalledError } from './with-timeout.ts';

// AAC packets that a run encodes before its own packets and then drops. One holds the encoder's delay; rate control
// needs the others. Signal-to-noise ratio around a splice, compared with a single pass: −10 to +1 dB with 20 packets,
// −2 to +1.5 dB with 80, no better with 160.
const LEAD_PACKETS = 80;

/** AAC packets that a run encodes past its end, because AAC looks one packet ahead to choose its window. */
const TAIL_PACKETS = 2;

/** Maximum packets per run: 95 s. Longer runs are no faster and take longer to cancel. */
const MAX_RUN_PACKETS = 4096;
/** Minimum packets per run: a shorter run would mostly encode lead packets. */
const MIN_RUN_PACKETS = 256;

// Parallel runs of packets per processor with the platform's encoder, so that one run can compute while another waits
// for the encoder's thread.
const RUNS_PER_PROCESSOR = 2;

const READ_PACKETS = 256;

/** Consecutive encoded packets of an audio track, with their timestamps. */
export interface PacketRun {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

export interface PacketPlan {
  /** Number of packets of the track, or an upper bound if the codec's packet length is unknown. */
  readonly maxPackets: number;
  encode(options: PacketOptions): AsyncGenerator<PacketRun>;
}

interface PacketOptions {
  readonly platform: Platform;
  readonly signal?: CancelSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Plans AAC as parallel runs, because AAC packets depend only on their neighbors, and other codecs as one pass. */
export function planPackets(track: AudioTrack, encoding: AudioEncoding): PacketPlan {
  return encoding.codec === 'aac' ? planAac(track, encoding) : planSinglePass(track, encoding);
}

/** Returns the number of packets that hold the samples; an empty track has one packet of silence. */
const soundPackets = (samples: number) => Math.max(1, Math.ceil(samples / PACKET));

/** Returns the number of AAC packets, including one for the encoder's delay. */
export const aacPackets = (samples: number) => soundPackets(samples) + 1;

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

/** Returns the packets per run. Divides the track evenly into `inFlight` runs or a multiple, if it is long enough. */
function runLength(packets: number, inFlight: number): number {
  const rounds = Math.ceil(packets / (inFlight * MAX_RUN_PACKETS));
  return Math.max(MIN_RUN_PACKETS, Math.ceil(packets / (inFlight * rounds)));
}

/** Encodes AAC packets `[first, end)` of the track, with the timestamps that a single pass would give them. */
async function encodeAacRun(
  track: AudioTrack,
  encoding: AudioEncoding,
  [first, end]: readonly [number, number],
  countProgress: (packets: number) => void,
  context: Pick<PacketOptions, 'platform' | 'signal'>,
): Promise<PacketRun> {
  const readFrom = Math.max(0, first - LEAD_PACKETS);
  const readTo = Math.min(soundPackets(track.samples), end + TAIL_PACKETS);
  const encode = () => encodeAudio(encoding, readPieces(track, readFrom, readTo, countProgress), context);
  const { packets, decoderConfig } = await encode().catch((error) => {
    if (error instanceof StalledError) return encode();
    throw error;
  });
  const own = packets.slice(first - readFrom, end - readFrom);
  if (own.length !== end - first)
    throw new Error(`AAC made ${packets.length} packets of ${readTo - readFrom} frames: not one more than frames`);
  return {
    // The track's first packet holds the encoder's delay. Its negative timestamp makes players drop the packet.
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

/** Samples in the shortest packet of any MP4 audio codec, which gives an upper bound for the number of packets. */
const SHORTEST_PACKET = 120;

function planSinglePass(track: AudioTrack, encoding: AudioEncoding): PacketPlan {
  return {
    maxPackets: Math.ceil(track.samples / SHORTEST_PACKET) + 16,
    async *encode({ platform, signal, onProgress }) {
      const frames = soundPackets(track.samples);
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
