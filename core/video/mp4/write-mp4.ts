import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import type { MediaTags } from '../../audio/tags/tags.ts';
import type { FileSink } from '../../base/files.ts';
import type { VideoEncoderSettings } from '../../platform/media.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PacketRun } from '../audio/audio-packets.ts';
import { equalBytes, lengthPrefixed } from '../h264/bits.ts';
import { decoderConfig, type EncodedGop } from '../h264/encode-gop.ts';
import { createCaptionWriter, type TrackCaption } from './caption-track.ts';
import { tagsForMediabunny } from './media-tags.ts';

export interface Mp4Options {
  readonly settings: VideoEncoderSettings;
  readonly frames: number;
  /** Start of each frame in seconds, and the end of the last frame, for frames that are shown for different times. */
  readonly startsSec?: readonly number[] | undefined;
  readonly gops: AsyncIterable<EncodedGop>;
  readonly audio?: {
    readonly codec: AudioCodec;
    readonly maxPackets: number;
    readonly runs: AsyncGenerator<PacketRun>;
  };
  /** Captions of a text track, in ascending order of time. */
  readonly captions?: readonly TrackCaption[] | undefined;
  readonly tags?: MediaTags | undefined;
  readonly platform: Platform;
  readonly sink: FileSink;
}

/** Reserves space for `moov` before `mdat`. Writes audio and video interleaved while encoding, in little memory. */
export async function writeMp4(options: Mp4Options): Promise<void> {
  const { settings, frames, startsSec, gops, audio, captions = [], tags, platform, sink } = options;
  const output = createMp4Output({ platform, sink });
  if (tags) output.setMetadataTags(tagsForMediabunny(tags));
  const video = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { ...(!startsSec && { frameRate: settings.fps }), maximumPacketCount: frames });
  const source = audio && createAudioWriter(output, audio);
  const addCaptionsUntil = captions.length > 0 ? createCaptionWriter(output, captions) : undefined;
  try {
    await output.start();
    let frame = 0;
    const startOf = (index: number) => (startsSec ? (startsSec[index] as number) : index / settings.fps);
    const addGop = createGopWriter(video, settings, startOf);
    for await (const gop of gops) {
      await addGop(gop, frame);
      frame += gop.samples.length;
      await source?.addUntil(startOf(frame));
      await addCaptionsUntil?.(startOf(frame));
    }
    await source?.addUntil(Number.POSITIVE_INFINITY);
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    await source?.end();
  }
}

/** Creates the output of an MP4 whose `moov` precedes `mdat`. Tracks need `maximumPacketCount`. */
export const createMp4Output = ({ platform, sink }: Pick<Mp4Options, 'platform' | 'sink'>): Output =>
  new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new StreamTarget(platform.media.streamInto(sink) as never, { chunked: true, chunkSize: CHUNK_BYTES }),
  });

const CHUNK_BYTES = 4 * 1024 * 1024;

/** `moov` holds the first parameter sets; key frames carry changed parameter sets. */
function createGopWriter(
  video: EncodedVideoPacketSource,
  settings: VideoEncoderSettings,
  startOf: (frame: number) => number,
) {
  let first: EncodedGop | undefined;
  let inBand = false;
  return async (gop: EncodedGop, startFrame: number) => {
    first ??= gop;
    inBand ||= !equalBytes(lengthPrefixed(setsOf(gop)), lengthPrefixed(setsOf(first)));
    const sets = inBand ? lengthPrefixed(setsOf(gop)) : undefined;
    for (const [index, sample] of gop.samples.entries()) {
      const isKey = index === 0;
      const data = isKey && sets ? joined(sets, sample) : sample;
      const timestamp = startOf(startFrame + index);
      const duration = startOf(startFrame + index + 1) - timestamp;
      const isFirst = isKey && startFrame === 0;
      await video.add(
        new EncodedPacket(data, isKey ? 'key' : 'delta', timestamp, duration),
        isFirst ? { decoderConfig: decoderConfig(gop, settings) } : undefined,
      );
    }
  };
}

const setsOf = ({ sps, pps }: EncodedGop) => [sps, ...pps];

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Adds an audio track to the MP4. Audio packets are written up to the time of the last written video frame. */
export function createAudioWriter(output: Output, { codec, maxPackets, runs }: NonNullable<Mp4Options['audio']>) {
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: maxPackets });
  let run: PacketRun | undefined;
  let next = 0;
  let isFirst = true;
  const peek = async () => {
    while (!run || next >= run.packets.length) {
      const result = await runs.next();
      if (result.done) return undefined;
      run = result.value;
      next = 0;
    }
    return run.packets[next];
  };
  return {
    async addUntil(time: number): Promise<void> {
      for (let packet = await peek(); packet && packet.timestamp < time; packet = await peek()) {
        await source.add(packet, isFirst && run?.decoderConfig ? { decoderConfig: run.decoderConfig } : undefined);
        isFirst = false;
        next++;
      }
    },
    async end(): Promise<void> {
      await runs.return(undefined);
    },
  };
}
