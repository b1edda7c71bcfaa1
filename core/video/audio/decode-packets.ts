import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import { readWav, type WavFile } from '../../audio/wav/wav-reader.ts';
import type { CancelSignal } from '../../base/cancel-signal.ts';
import { fileFromBytes } from '../../base/files.ts';
import type { RunFfmpeg } from '../../platform/media.ts';
import type { AudioDecoderConfig as MaybeConfig } from './audio-encoding.ts';

/** Description of a track's packets, as WebCodecs decoders need it. */
export type AudioDecoderConfig = NonNullable<MaybeConfig>;

export interface PacketsToDecode {
  readonly codec: AudioCodec;
  readonly config: AudioDecoderConfig;
  readonly packets: readonly EncodedPacket[];
}

export interface DecodedPackets {
  readonly wav: WavFile;
  /** Interleaved 32-bit floats. */
  readonly samples: Uint8Array<ArrayBuffer>;
}

/** Fills a gap that a damaged packet leaves with silence, as its time stamps state. */
export const FILL_GAPS = ['-af', 'aresample=async=1:min_hard_comp=0.001:first_pts=0'];

/** Ends with an error at the first packet that can't be decoded. */
export const STOP_AT_DAMAGE = ['-xerror'];

/**
 * Decodes consecutive packets with FFmpeg, without dropping samples at the start or the end.
 * @throws FfmpegExit if FFmpeg can't decode any packet; CancelledError
 */
export async function decodePackets(
  input: PacketsToDecode,
  run: RunFfmpeg,
  signal: CancelSignal | undefined,
  options: readonly string[] = [],
): Promise<DecodedPackets> {
  const bytes = await wrapInMatroska(input);
  return decodeToWav({ name: 'packets.mka', bytes }, run, signal, options);
}

/** Decodes a file's first audio track with FFmpeg to WAV with 32-bit floats. */
export async function decodeToWav(
  input: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
  run: RunFfmpeg,
  signal: CancelSignal | undefined,
  options: readonly string[] = [],
): Promise<DecodedPackets> {
  const output = 'samples.wav';
  const args = [
    ...['-nostdin', '-protocol_whitelist', 'file', '-i', input.name, '-map', '0:a:0', '-vn', '-sn', '-dn'],
    ...['-map_metadata', '-1', ...options, '-c:a', 'pcm_f32le', '-f', 'wav', output],
  ];
  const file = fileFromBytes(output, await run({ args, input, output }, signal));
  const wav = await readWav(file);
  const samples = await file.read(wav.dataStart, wav.dataStart + wav.sampleFrames * wav.format.blockBytes);
  return { wav, samples };
}

async function wrapInMatroska({ codec, config, packets }: PacketsToDecode): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const track = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(track);
  await output.start();
  for (const packet of packets) await track.add(packet, { decoderConfig: withoutPreSkip(codec, config) });
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

/** Sets the pre-skip of Opus to 0 (RFC 7845, 5.1), so that FFmpeg keeps the samples at the start. */
function withoutPreSkip(codec: AudioCodec, config: AudioDecoderConfig): AudioDecoderConfig {
  if (codec !== 'opus' || !(config.description instanceof Uint8Array)) return config;
  const description = config.description.slice();
  description.fill(0, 10, 12);
  return { ...config, description };
}
