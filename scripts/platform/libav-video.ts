import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { CancelledError } from '#core/base/errors.ts';
import type { TimedImage, VideoEncoder, VideoEncoderSettings } from '#core/platform/media.ts';
import { x264Options } from '#core/video/h264/x264.ts';
import { type Libav, loadLibav } from './libav.ts';

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
  const context = await openEncoder(libav, settings);
  const packet = new libav.Packet();
  packet.alloc();
  const streams: Uint8Array[] = [];
  const drain = async () => {
    while ((await context.receivePacket(packet)) >= 0) {
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
      FFmpegError.throwIfError(await context.sendFrame(avFrame), 'encode a picture');
      avFrame.free();
      await drain();
    }
    FFmpegError.throwIfError(await context.sendFrame(null), 'end a group');
    await drain();
    return streams;
  } finally {
    packet.free();
    context.freeContext();
  }
}

async function openEncoder(libav: Libav, { width, height, fps, quality }: VideoEncoderSettings) {
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
  for (const [name, value] of Object.entries(x264Options(quality)))
    libav.FFmpegError.throwIfError(context.setOption(name, value), name);
  libav.FFmpegError.throwIfError(await context.open2(), 'open x264');
  return context;
}
