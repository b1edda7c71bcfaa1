import { WritableStream } from 'node:stream/web';
import type { Media, VideoEncoder } from '#core/platform/media.ts';
import { createFfmpegEncoder } from '#core/video/h264/ffmpeg-encoder.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { loadLibavAac } from './libav-aac.ts';
import { loadLibavEncoder } from './libav-video.ts';

export const nodeMedia: Media = {
  async videoEncoders() {
    const encoders: (VideoEncoder | undefined)[] = [await loadLibavEncoder(), createFfmpegEncoder(runFfmpeg)];
    return encoders.filter((encoder) => encoder !== undefined);
  },
  aacEncoder: loadLibavAac,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  streamInto: (sink) =>
    new WritableStream<{ data: Uint8Array; position: number }>({
      write: ({ data, position }) => sink.write(data, position),
    }),
};
