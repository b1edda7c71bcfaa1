import type { AudioCodec, EncodedPacket, EncodedPacketSink } from 'mediabunny';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { MAX_AUDIO_SECONDS } from '../../base/limits.ts';
import type { CountSamples } from './packet-samples.ts';

/** Consecutive packets that are decoded together, so that a reader needs few of a file's samples in memory. */
export interface TrackPiece {
  /** Packet before the lead; `undefined` if the piece starts with the track's first packet. */
  readonly before: EncodedPacket | undefined;
  /** Packets before the piece that only prepare the decoder, and the samples that they make. */
  readonly leadPackets: number;
  readonly leadSamples: number;
  /** Position in the track of the piece's first sample; negative for samples that a player drops. */
  readonly start: number;
  samples: number;
  packets: number;
}

export interface TrackIndex {
  readonly pieces: readonly TrackPiece[];
  /** Position of the end of the last packet's samples. */
  readonly end: number;
  readonly first: EncodedPacket;
  readonly last: EncodedPacket;
  /** True if reading ended at damage. */
  readonly truncated: boolean;
}

interface IndexOptions {
  readonly codec: AudioCodec;
  readonly rate: number;
  /** Samples of each packet, or a counter that needs the packets' data. */
  readonly samples: number | CountSamples;
  readonly pieceSamples: number;
  /** Position of the first packet's first sample. */
  startOf(first: EncodedPacket): number;
  progress(): void;
}

/** Seconds that a decoder needs to be in the same state as after the whole file. */
const LEAD_SECONDS = 0.25;

/** A longer jump of the time stamps is a gap in the recording. Shorter ones are rounded or measured times. */
const GAP_SECONDS = 0.1;

/**
 * Lists the pieces of a track. Counts samples instead of using time stamps, which containers round. Silence fills gaps.
 * @throws FudebakoError `mediaDamaged` if there is no packet, `videoSoundDuration`; CancelledError
 */
export async function indexTrack(
  sink: EncodedPacketSink,
  { codec, rate, samples, pieceSamples, startOf, progress }: IndexOptions,
  signal: CancelSignal | undefined,
): Promise<TrackIndex> {
  const options = { metadataOnly: typeof samples === 'number' };
  const count = typeof samples === 'number' ? () => samples : ({ data }: EncodedPacket) => samples(data) ?? 0;
  const pieces: TrackPiece[] = [];
  const recent: { readonly packet: EncodedPacket; readonly samples: number }[] = [];
  let recentSamples = 0;
  let piece: TrackPiece | undefined;
  let end = 0;
  let truncated = false;
  const first = await sink.getFirstPacket(options);
  if (!first) throw new FudebakoError('mediaDamaged');
  const shift = startOf(first) - first.timestamp * rate;
  let last = first;
  for (let packet: EncodedPacket | null = first; packet; ) {
    if (signal?.aborted) throw new CancelledError();
    progress();
    const made = count(packet);
    const stated = packet.timestamp * rate + shift;
    const hasGap = piece !== undefined && stated - end > GAP_SECONDS * rate;
    if (!piece || hasGap || piece.samples >= pieceSamples) {
      const start = piece && !hasGap ? end : Math.round(stated);
      const [before, ...lead] = recent;
      // The first packet that a Vorbis decoder gets makes no samples.
      const makers = codec === 'vorbis' ? lead.slice(1) : lead;
      piece = {
        before: before?.packet,
        leadPackets: lead.length,
        leadSamples: makers.reduce((sum, each) => sum + each.samples, 0),
        start,
        samples: 0,
        packets: 0,
      };
      pieces.push(piece);
      end = start;
    }
    piece.samples += made;
    piece.packets++;
    end += made;
    if (end / rate > MAX_AUDIO_SECONDS) throw new FudebakoError('videoSoundDuration');
    recent.push({ packet, samples: made });
    recentSamples += made;
    while (recent.length > 2 && recentSamples - (recent[0]?.samples ?? 0) > LEAD_SECONDS * rate)
      recentSamples -= recent.shift()?.samples ?? 0;
    last = packet;
    try {
      packet = await sink.getNextPacket(packet, options);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      truncated = true;
      packet = null;
    }
  }
  return { pieces, end, first, last, truncated };
}
