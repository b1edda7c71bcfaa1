import { EncodedPacketSink } from 'mediabunny';
import { has16Bits, writePcm } from '../../audio/dsp/quantize.ts';
import { clip } from '../../audio/wav/pcm.ts';
import { CancelledError } from '../../base/errors.ts';
import { fileFromBytes } from '../../base/files.ts';
import { orderedResults } from '../../base/ordered-results.ts';
import { openMedia } from '../../container-guard/open-media.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AudioDecoderConfig } from '../audio/decode-packets.ts';
import type { PlanarAudio } from '../audio/planar-audio.ts';

export interface PieceEncoding {
  /** FFmpeg's options that select the encoder. */
  readonly options: readonly string[];
  readonly samplesPerPacket: number;
  /** Packets of the whole audio. */
  readonly packets: number;
  readonly packetsPerPiece: number;
  /** Packets before and after a piece that are encoded with it, so that its own packets are those of a single pass. */
  readonly leadPackets: number;
  readonly tailPackets: number;
  /** Bits of the integers that the encoder gets; without it, 32-bit floats. */
  readonly bits?: 16 | 24 | undefined;
}

export interface EncodedPiece {
  readonly packets: readonly Uint8Array[];
  readonly config: AudioDecoderConfig;
}

/** Pieces that are encoded at once. */
const PARALLEL_PIECES = 2;

/**
 * Encodes audio with FFmpeg in pieces of fixed length, so that memory is bounded and every machine writes the same
 * packets. Yields the pieces in order. The samples must be within full scale.
 * @throws FfmpegExit; CancelledError
 */
export async function* encodeInPieces(
  audio: PlanarAudio,
  encoding: PieceEncoding,
  context: Pick<OperationContext, 'platform' | 'signal' | 'onProgress'>,
): AsyncGenerator<EncodedPiece> {
  const { packets, packetsPerPiece, leadPackets, tailPackets, samplesPerPacket } = encoding;
  const run = await context.platform.media.ffmpeg();
  const encode = async (piece: number): Promise<EncodedPiece> => {
    const first = piece * packetsPerPiece;
    const end = Math.min(packets, first + packetsPerPiece);
    const readFrom = Math.max(0, first - leadPackets);
    const from = Math.min(audio.samples, readFrom * samplesPerPacket);
    const to = Math.min(audio.samples, (end + tailPackets) * samplesPerPacket);
    const channels = await audio.read(from, Math.max(from, to));
    if (context.signal?.aborted) throw new CancelledError();
    for (const samples of channels) clip(samples);
    const encoded = await encodeOnce(channels, from, audio.sampleRate, encoding, (input, args) =>
      run({ args, input, output: OUTPUT }, context.signal),
    );
    const own = encoded.packets.slice(first - readFrom, end - readFrom);
    if (own.length !== end - first) throw new Error(`FFmpeg made ${own.length} packets of ${end - first}`);
    return { packets: own, config: encoded.config };
  };
  const pieces = Math.ceil(packets / packetsPerPiece);
  let done = 0;
  for await (const piece of orderedResults(pieces, PARALLEL_PIECES, encode)) {
    yield piece;
    context.onProgress?.(++done / pieces);
  }
}

const OUTPUT = 'packets.mka';

async function encodeOnce(
  channels: readonly Float32Array[],
  position: number,
  sampleRate: number,
  { options, bits }: PieceEncoding,
  run: (
    input: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
    args: readonly string[],
  ) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<EncodedPiece> {
  const depth = bits === undefined ? 'float' : bits === 16 ? '16' : '24';
  const input = { name: 'samples.raw', bytes: writePcm(channels, position, depth, !has16Bits(channels)) };
  const format = { float: 'f32le', '16': 's16le', '24': 's24le' }[depth];
  const matroska = await run(input, [
    ...['-nostdin', '-f', format, '-ar', String(sampleRate), '-ac', String(channels.length), '-i', input.name],
    ...[...options, '-f', 'matroska', OUTPUT],
  ]);
  const { input: media, close, progress } = await openMedia(fileFromBytes(OUTPUT, matroska));
  try {
    const track = await media.getPrimaryAudioTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error('FFmpeg wrote no audio');
    const packets: Uint8Array[] = [];
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      progress();
      packets.push(data);
    }
    return { packets, config };
  } finally {
    close();
  }
}
