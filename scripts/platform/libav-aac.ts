import type { AacEncoder, AacStream } from '#core/platform/media.ts';
import { TRACK_CHANNELS, TRACK_RATE } from '#core/video/audio/render-audio.ts';
import { type Libav, loadLibav } from './libav.ts';

/** Loads FFmpeg's native AAC encoder, which is faster than mediabunny's WebAssembly build, with the same output. */
export async function loadLibavAac(): Promise<AacEncoder | undefined> {
  const libav = await loadLibav();
  return libav && { encode: (packets, bitRate) => encodeAac(libav, packets, bitRate) };
}

async function encodeAac(
  libav: Libav,
  audio: AsyncIterable<Float32Array<ArrayBuffer>>,
  bitRate: number,
): Promise<AacStream> {
  const { FFmpegError } = libav;
  const context = await openEncoder(libav, bitRate);
  const packet = new libav.Packet();
  packet.alloc();
  const packets: Uint8Array[] = [];
  // Reads encoded packets synchronously, because the packets are already in memory.
  const drain = () => {
    while (context.receivePacketSync(packet) >= 0) {
      if (packet.data) packets.push(new Uint8Array(packet.data));
      packet.unref();
    }
  };
  try {
    let position = 0;
    for await (const samples of audio) {
      const frame = createFrame(libav, samples, position);
      FFmpegError.throwIfError(await context.sendFrame(frame), 'encode sound');
      frame.free();
      drain();
      position += samples.length / TRACK_CHANNELS;
    }
    FFmpegError.throwIfError(await context.sendFrame(null), 'end the sound');
    drain();
    return { packets, description: new Uint8Array(context.extraData ?? []) };
  } finally {
    packet.free();
    context.freeContext();
  }
}

async function openEncoder(libav: Libav, bitRate: number) {
  const codec = libav.Codec.findEncoder(libav.AV_CODEC_ID_AAC);
  if (!codec) throw new Error('This build of FFmpeg has no AAC');
  const context = new libav.CodecContext();
  context.allocContext3(codec);
  context.sampleRate = TRACK_RATE;
  context.sampleFormat = libav.AV_SAMPLE_FMT_FLTP;
  context.channelLayout = libav.AV_CHANNEL_LAYOUT_STEREO;
  context.bitRate = BigInt(bitRate);
  context.timeBase = new libav.Rational(1, TRACK_RATE);
  libav.FFmpegError.throwIfError(await context.open2(), 'open AAC');
  return context;
}

/** Creates a planar audio frame: all samples of the left channel, then all samples of the right channel. */
function createFrame(libav: Libav, samples: Float32Array<ArrayBuffer>, position: number) {
  const nbSamples = samples.length / TRACK_CHANNELS;
  const planes = new Float32Array(samples.length);
  for (let index = 0; index < nbSamples; index++) {
    planes[index] = samples[2 * index] as number;
    planes[nbSamples + index] = samples[2 * index + 1] as number;
  }
  const frame = libav.Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
    nbSamples,
    format: libav.AV_SAMPLE_FMT_FLTP,
    sampleRate: TRACK_RATE,
    channelLayout: libav.AV_CHANNEL_LAYOUT_STEREO,
    timeBase: new libav.Rational(1, TRACK_RATE),
  });
  frame.pts = BigInt(position);
  return frame;
}
