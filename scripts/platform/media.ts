import { WritableStream } from 'node:stream/web';
import type { Media } from '#core/platform/media.ts';
import { createFfmpegEncoder } from '#core/video/h264/ffmpeg-encoder.ts';
import { hasFfmpeg, runFfmpeg } from './ffmpeg.ts';
import { loadLibavAac, loadLibavEncoder } from './libav.ts';
import { registerLibavDecoder } from './libav-decoder.ts';
import { MissingPackageError } from './missing-package.ts';

export const nodeMedia: Media = {
  async videoEncoders() {
    const ffmpeg = hasFfmpeg() ? createFfmpegEncoder(runFfmpeg) : undefined;
    const encoders = [await loadLibavEncoder(), ffmpeg].filter((encoder) => encoder !== undefined);
    if (encoders.length > 0) return encoders;
    throw new MissingPackageError(
      'Video needs an encoder package: npm install --ignore-scripts node-av (fast), or npm install @ffmpeg/core (any system)',
    );
  },
  aacEncoder: loadLibavAac,
  async prepareDecoding(track) {
    if (!(await registerLibavDecoder()))
      throw new MissingPackageError('Videos need a decoder package: npm install --ignore-scripts node-av');
    return track.canDecode();
  },
  async ffmpeg() {
    if (hasFfmpeg()) return runFfmpeg;
    throw new MissingPackageError('Audio other than WAV and MP3 needs a package: npm install @ffmpeg/core');
  },
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  streamInto: (sink) =>
    new WritableStream<{ data: Uint8Array; position: number }>({
      write: ({ data, position }) => sink.write(data, position),
    }),
};
