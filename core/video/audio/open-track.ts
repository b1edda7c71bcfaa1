import {
  type AudioCodec,
  type EncodedPacket,
  EncodedPacketSink,
  type InputAudioTrack,
  MkvOutputFormat,
} from 'mediabunny';
import { tagsOfMediabunny } from '../../audio/summary.ts';
import type { MediaTags } from '../../audio/tags/tags.ts';
import { viewOf } from '../../base/bytes.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { isInternalFailure } from '../../base/internal-failure.ts';
import { MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../../base/limits.ts';
import { statesKilohertz } from '../../container-guard/flac-info.ts';
import { isoEditEnd } from '../../container-guard/iso-edits.ts';
import { matroskaDelays } from '../../container-guard/matroska-delays.ts';
import { type OpenMedia, openMedia } from '../../container-guard/open-media.ts';
import { FfmpegExit } from '../../platform/media.ts';
import type { AudioSource, ReadContext } from './audio-types.ts';
import {
  type AudioDecoderConfig,
  type DecodedPackets,
  decodePackets,
  FILL_GAPS,
  STOP_AT_DAMAGE,
} from './decode-packets.ts';
import { type CountSamples, flacSamples, opusSamples, vorbisCounter } from './packet-samples.ts';
import { indexTrack, type TrackIndex, type TrackPiece } from './track-index.ts';

/** Packets that are decoded to learn the sample rate, the channels and the samples of a packet. */
const PROBE_PACKETS = 24;

/** Duration of a piece, and its maximum bytes, which shorten the pieces of surround sound. */
const PIECE_SECONDS = 30;
const PIECE_BYTES = 12_000_000;

/** Maximum decoded pieces in memory, and pieces that are decoded at once. */
const CACHED_PIECES = 6;
const PARALLEL_PIECES = 2;

const MAX_CHANNELS = 8;

/**
 * Opens the main audio track of a media file. Decodes pieces on demand with FFmpeg, so that memory doesn't grow with the
 * duration. Drops the samples that the container marks as an encoder's delay or padding. Returns `undefined` for a codec
 * whose packets can't be listed.
 * @throws FudebakoError `audioTrackMissing`, `mediaDamaged`, `videoSoundDuration`; CancelledError
 */
export async function openTrack(file: SourceFile, context: ReadContext): Promise<AudioSource | undefined> {
  const media = await openMedia(file);
  let isOpen = false;
  try {
    const track = await media.input.getPrimaryAudioTrack();
    if (!track)
      throw new FudebakoError((await media.input.getTracks()).length > 0 ? 'audioTrackMissing' : 'mediaDamaged');
    const codec = await track.getCodec();
    const config = codec && PACKED.includes(codec) ? await track.getDecoderConfig() : null;
    if (!codec || !config || (codec === 'flac' && (await statesKilohertz(file)))) return undefined;
    const source = await openKnownTrack({ file, media, track, codec, config }, context);
    isOpen = true;
    return source;
  } finally {
    if (!isOpen) media.close();
  }
}

/** Returns the tags of a media file. */
export async function readTags(file: SourceFile): Promise<MediaTags> {
  const media = await openMedia(file);
  try {
    return tagsOfMediabunny(await media.input.getMetadataTags());
  } finally {
    media.close();
  }
}

/** Codecs whose packets `decodePackets` can hand to FFmpeg. */
const PACKED: readonly AudioCodec[] = new MkvOutputFormat().getSupportedAudioCodecs();

interface KnownTrack {
  readonly file: SourceFile;
  readonly media: OpenMedia;
  readonly track: InputAudioTrack;
  readonly codec: AudioCodec;
  readonly config: AudioDecoderConfig;
}

async function openKnownTrack(known: KnownTrack, context: ReadContext): Promise<AudioSource> {
  const { codec, config, media, track } = known;
  const sink = new EncodedPacketSink(track);
  const run = await context.platform.media.ffmpeg();
  const probe = await probeTrack(sink, known, (packets) =>
    decodePackets({ codec, config, packets }, run, context.signal),
  );
  const {
    sampleRate: rate,
    format: { channels },
    channelMask,
  } = probe.wav;
  if (channels > MAX_CHANNELS || rate < MIN_SAMPLE_RATE || rate > MAX_SAMPLE_RATE)
    throw new FudebakoError('mediaDamaged');
  const frameBytes = 4 * channels;
  const origin = await originOf(known, rate);
  const index = await indexTrack(
    sink,
    {
      codec,
      rate,
      samples: counterOf(codec, config) ?? samplesPerPacket(probe),
      pieceSamples: Math.min(PIECE_SECONDS * rate, Math.floor(PIECE_BYTES / frameBytes)),
      startOf: origin.startOf,
      progress: media.progress,
    },
    context.signal,
  );
  const sampleFrames = Math.max(0, origin.endOf(index));
  const cache = new Map<TrackPiece, Promise<Uint8Array<ArrayBuffer>>>();
  const takeTurn = turns(PARALLEL_PIECES);
  const tags = tagsOfMediabunny(await media.input.getMetadataTags());

  const decode = (piece: TrackPiece, { signal }: ReadContext) =>
    takeTurn(async () => {
      const packets = await readPackets(sink, piece, media.progress);
      const wanted = new Uint8Array(piece.samples * frameBytes);
      const decoded = await decodePiece({ codec, config, packets }, piece, signal);
      source.damaged ||= decoded.damaged || packets.length < piece.leadPackets + piece.packets;
      wanted.set(decoded.samples.subarray(0, wanted.length));
      return wanted;
    });

  const decodePiece = async (
    input: { codec: AudioCodec; config: AudioDecoderConfig; packets: EncodedPacket[] },
    piece: TrackPiece,
    signal: ReadContext['signal'],
  ) => {
    const from = piece.leadSamples * frameBytes;
    const length = (piece.leadSamples + piece.samples) * frameBytes;
    // The track's first packet may have no audio, which is no damage: its samples are silent.
    const mayPad = !piece.before && input.packets.length === piece.packets;
    const attempts = [
      { options: [] },
      ...(mayPad ? [{ options: STOP_AT_DAMAGE, pads: true }] : []),
      { options: FILL_GAPS, damaged: true },
    ];
    for (const { options, pads = false, damaged = false } of attempts) {
      try {
        const { wav, samples } = await decodePackets(input, run, signal, options);
        const missing = length - samples.length;
        if (wav.format.channels !== channels || wav.sampleRate !== rate) continue;
        if (pads && missing > 0 && samples.length > 0) {
          const padded = new Uint8Array(length);
          padded.set(samples, missing);
          return { samples: padded, damaged };
        }
        if (damaged || missing === 0) return { samples: samples.subarray(from), damaged };
      } catch (error) {
        if (!(error instanceof FfmpegExit)) throw error;
      }
    }
    return { samples: new Uint8Array(0), damaged: true };
  };

  const cached = (piece: TrackPiece, read: ReadContext) => {
    const samples = cache.get(piece) ?? decode(piece, read);
    // Moves the piece to the end of the map, because the first piece is evicted.
    cache.delete(piece);
    cache.set(piece, samples);
    samples.catch(() => cache.delete(piece));
    const [oldest] = cache.keys();
    if (cache.size > CACHED_PIECES && oldest) cache.delete(oldest);
    return samples;
  };

  const source: AudioSource = {
    sampleRate: rate,
    sampleFrames,
    durationSec: sampleFrames / rate,
    truncated: index.truncated,
    tags,
    damaged: false,
    clipped: false,
    format: { encoding: 'float', channels, sampleBytes: 4, littleEndian: true, blockBytes: frameBytes, blockFrames: 1 },
    channelMask,
    async readBlocks(first, last, read) {
      const end = Math.min(last, sampleFrames);
      const bytes = new Uint8Array(Math.max(0, end - first) * frameBytes);
      for (const piece of index.pieces) {
        const [from, to] = [Math.max(first, piece.start), Math.min(end, piece.start + piece.samples)];
        if (from >= to) continue;
        const samples = await cached(piece, read);
        const part = samples.subarray((from - piece.start) * frameBytes, (to - piece.start) * frameBytes);
        bytes.set(part, (from - first) * frameBytes);
      }
      return { bytes, firstFrame: first };
    },
  };
  return source;
}

interface Probe extends DecodedPackets {
  readonly packets: readonly EncodedPacket[];
}

async function probeTrack(
  sink: EncodedPacketSink,
  { media }: KnownTrack,
  decode: (packets: EncodedPacket[]) => Promise<DecodedPackets>,
): Promise<Probe> {
  const packets: EncodedPacket[] = [];
  let packet = await sink.getFirstPacket();
  while (packet && packets.length < PROBE_PACKETS) {
    packets.push(packet);
    media.progress();
    packet = await sink.getNextPacket(packet);
  }
  if (packets.length === 0) throw new FudebakoError('mediaDamaged');
  return { ...(await decode(packets)), packets };
}

/**
 * Returns the samples of a packet, for codecs whose packets are of equal length. Some encoders begin with a packet
 * without audio; then the packets' durations tell how many packets have made the decoded samples.
 */
function samplesPerPacket({ wav: { sampleFrames, sampleRate }, packets }: Probe): number {
  const durations = packets.map(({ duration }) => duration * sampleRate).sort((a, b) => a - b);
  const usual = durations[durations.length >> 1] as number;
  const makers = [packets.length, Math.round(sampleFrames / usual)];
  const samples = makers.map((count) => sampleFrames / count).find((each) => Number.isInteger(each) && each > 0);
  return samples ?? sampleFrames / packets.length;
}

/** Reads the packets of a piece with its lead. Stops at a packet that can't be read. */
async function readPackets(sink: EncodedPacketSink, piece: TrackPiece, progress: () => void): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  try {
    let packet = piece.before ? await sink.getNextPacket(piece.before) : await sink.getFirstPacket();
    while (packet && packets.length < piece.leadPackets + piece.packets) {
      packets.push(packet);
      progress();
      packet = await sink.getNextPacket(packet);
    }
  } catch (error) {
    if (error instanceof CancelledError || isInternalFailure(error)) throw error;
  }
  return packets;
}

/** Returns the counter for codecs whose packets differ in length; other codecs have packets of equal length. */
function counterOf(codec: AudioCodec, { description, numberOfChannels }: AudioDecoderConfig): CountSamples | undefined {
  if (codec === 'opus') return opusSamples;
  if (codec === 'flac') return flacSamples;
  const pcmBytes = numberOfChannels * pcmSampleBytes(codec);
  if (pcmBytes > 0) return ({ length }) => Math.floor(length / pcmBytes);
  return codec === 'vorbis' && description instanceof Uint8Array ? vorbisCounter(description) : undefined;
}

/** Bytes of a sample of PCM, such as `pcm-s16be`, `ulaw` or `alaw`; 0 for other codecs. */
function pcmSampleBytes(codec: AudioCodec): number {
  if (codec === 'ulaw' || codec === 'alaw') return 1;
  return Number(/^pcm-[suf](\d+)/.exec(codec)?.[1] ?? 0) / 8;
}

interface Origin {
  startOf(first: EncodedPacket): number;
  endOf(index: TrackIndex): number;
}

/** Returns how the positions of a track's samples follow from its container. */
async function originOf({ file, media, track, codec, config }: KnownTrack, rate: number): Promise<Origin> {
  const { name } = await media.input.getFormat();
  const preSkip = codec === 'opus' ? preSkipOf(config) : 0;
  const statedEnd = ({ last }: TrackIndex) => Math.round((last.timestamp + last.duration) * rate);
  if (name === 'Matroska' || name === 'WebM') {
    const { start, end: padding } = await matroskaDelays(file, track.id);
    const delay = start === undefined ? preSkip : Math.round(start * rate);
    return {
      startOf: ({ timestamp }) => Math.round(timestamp * rate) - delay,
      endOf: ({ end }) => end - Math.round(padding * rate),
    };
  }
  if (name === 'Ogg')
    return {
      startOf: () => -preSkip,
      endOf: (index) => Math.min(index.end, statedEnd(index) - Math.round(index.first.timestamp * rate)),
    };
  if (name === 'FLAC' || name === 'ADTS' || name === 'MP3') return { startOf: () => 0, endOf: ({ end }) => end };
  const base = name.startsWith('MPEG') ? await media.input.getFirstTimestamp() : 0;
  const edit = base === 0 ? await isoEditEnd(file, track.id) : undefined;
  return {
    startOf: ({ timestamp }) => Math.round((timestamp - base) * rate),
    endOf: (index) => {
      const end = Math.min(index.end, statedEnd(index) - Math.round(base * rate));
      // An edit that ends within its unit of time of the last sample is only rounded.
      return edit && edit.seconds + edit.unitSec < end / rate ? Math.round(edit.seconds * rate) : end;
    },
  };
}

/** Reads the samples at the start that players drop (RFC 7845, 5.1). */
function preSkipOf({ description }: AudioDecoderConfig): number {
  return description instanceof Uint8Array && description.length >= 12 ? viewOf(description).getUint16(10, true) : 0;
}

/** Returns a function that runs at most `count` tasks at once, in order. */
function turns(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
