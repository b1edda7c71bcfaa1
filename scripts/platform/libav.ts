import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import type { AacEncoder, AacStream, TimedImage, VideoEncoder, VideoEncoderSettings } from '#core/platform/media.ts';
import { TRACK_CHANNELS, TRACK_RATE } from '#core/video/audio/render-audio.ts';
import { x264Options } from '#core/video/h264/x264-options.ts';

export type Libav = typeof import('node-av');

/**
 * Loads FFmpeg's native libraries from an optional package. Returns `undefined` if the package is not installed. Its
 * functions are called synchronously: a thread that is stopped during an asynchronous call aborts the whole process.
 */
export async function loadLibav(): Promise<Libav | undefined> {
  try {
    const libav = await import('node-av');
    libav.Log.setLevel(libav.AV_LOG_QUIET);
    return libav;
  } catch {
    return undefined;
  }
}

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
  const context = openAac(libav, bitRate);
  const packet = new libav.Packet();
  packet.alloc();
  const packets: Uint8Array[] = [];
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
      FFmpegError.throwIfError(context.sendFrameSync(frame), 'encode sound');
      frame.free();
      drain();
      position += samples.length / TRACK_CHANNELS;
    }
    FFmpegError.throwIfError(context.sendFrameSync(null), 'end the sound');
    drain();
    return { packets, description: new Uint8Array(context.extraData ?? []) };
  } finally {
    packet.free();
    context.freeContext();
  }
}

function openAac(libav: Libav, bitRate: number) {
  const codec = libav.Codec.findEncoder(libav.AV_CODEC_ID_AAC);
  if (!codec) throw new Error('This build of FFmpeg has no AAC');
  const context = new libav.CodecContext();
  context.allocContext3(codec);
  context.sampleRate = TRACK_RATE;
  context.sampleFormat = libav.AV_SAMPLE_FMT_FLTP;
  context.channelLayout = libav.AV_CHANNEL_LAYOUT_STEREO;
  context.bitRate = BigInt(bitRate);
  context.timeBase = new libav.Rational(1, TRACK_RATE);
  libav.FFmpegError.throwIfError(context.open2Sync(), 'open AAC');
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

/** Loads native x264, which is faster than FFmpeg's WebAssembly build. Returns `undefined` if x264 is not installed. */
export async function loadLibavEncoder(): Promise<VideoEncoder | undefined> {
  const libav = await loadLibav();
  if (!libav) return undefined;
  return {
    name: 'libav',
    encodesPerStill: 1,
    encodeGroup: (images, settings, signal) => encodeGroup(libav, images, settings, signal),
  };
}

async function encodeGroup(
  libav: Libav,
  images: AsyncIterable<TimedImage>,
  settings: VideoEncoderSettings,
  signal: CancelSignal | undefined,
): Promise<Uint8Array[]> {
  const { FFmpegError } = libav;
  const context = openVideo(libav, settings);
  const packet = new libav.Packet();
  packet.alloc();
  const streams: Uint8Array[] = [];
  const drain = () => {
    while (context.receivePacketSync(packet) >= 0) {
      if (packet.data) streams.push(new Uint8Array(packet.data));
      packet.unref();
    }
  };
  try {
    for await (const { image, frame } of images) {
      if (signal?.aborted) throw new CancelledError();
      const { buffer, byteOffset, byteLength } = image.data;
      const avFrame = libav.Frame.fromVideoBuffer(Buffer.from(buffer, byteOffset, byteLength), {
        width: settings.width,
        height: settings.height,
        format: libav.AV_PIX_FMT_YUV420P,
        timeBase: new libav.Rational(1, settings.fps),
      });
      avFrame.pts = BigInt(frame);
      FFmpegError.throwIfError(context.sendFrameSync(avFrame), 'encode a picture');
      avFrame.free();
      drain();
    }
    FFmpegError.throwIfError(context.sendFrameSync(null), 'end a group');
    drain();
    return streams;
  } finally {
    packet.free();
    context.freeContext();
  }
}

function openVideo(libav: Libav, settings: VideoEncoderSettings) {
  const { width, height, fps } = settings;
  const codec = libav.Codec.findEncoderByName(libav.FF_ENCODER_LIBX264);
  if (!codec) throw new Error('This build of FFmpeg has no x264');
  const context = new libav.CodecContext();
  context.allocContext3(codec);
  context.width = width;
  context.height = height;
  context.pixelFormat = libav.AV_PIX_FMT_YUV420P;
  context.timeBase = new libav.Rational(1, fps);
  context.framerate = new libav.Rational(fps, 1);
  context.colorPrimaries = libav.AVCOL_PRI_BT709;
  context.colorTrc = libav.AVCOL_TRC_BT709;
  context.colorSpace = libav.AVCOL_SPC_BT709;
  context.colorRange = libav.AVCOL_RANGE_MPEG;
  for (const [name, value] of Object.entries(x264Options(settings)))
    libav.FFmpegError.throwIfError(context.setOption(name, value), name);
  libav.FFmpegError.throwIfError(context.open2Sync(), 'open x264');
  return context;
}
