import type { Media, VideoEncoder } from '#core/platform/media.ts';
import { setTimer } from './timer.ts';

let preferred: VideoEncoder['name'] | undefined;

/** Selects the video encoder to try first; `undefined` restores the default order. */
export function preferVideoEncoder(name: VideoEncoder['name'] | undefined): void {
  preferred = name;
}

export const browserMedia: Media = {
  async videoEncoders() {
    const { createWebCodecsEncoder } = await import('./webcodecs.ts');
    const { createFfmpegEncoder } = await import('#core/video/h264/ffmpeg-encoder.ts');
    const { runFfmpeg } = await import('./ffmpeg.ts');
    const encoders = [createWebCodecsEncoder(), createFfmpegEncoder(runFfmpeg)].filter(
      (encoder) => encoder !== undefined,
    );
    return encoders.sort((a, b) => Number(b.name === preferred) - Number(a.name === preferred));
  },
  // Uses the WebAssembly AAC encoder, because browsers' AAC encoders don't report their delay.
  aacEncoder: async () => undefined,
  async prepareDecoding(track) {
    if (!(await track.canDecode())) return false;
    await (await import('./vpx-decoder.ts')).preserveFrameTimes(track);
    return true;
  },
  ffmpeg: async () => (await import('./ffmpeg.ts')).runFfmpeg,
  setTimer,
  streamInto: (sink) =>
    new WritableStream<{ data: Uint8Array; position: number }>({
      write: ({ data, position }) => sink.write(data, position),
    }),
};
