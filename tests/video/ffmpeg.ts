import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** FFmpeg's programs, with which tests check files. Tests that need FFmpeg are skipped where it isn't installed. */
export const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((name) => spawnSync(name, ['-version']).status === 0);

/** Writes the bytes to a temporary file, and removes the file after `use`. */
export function withFile<Result>(bytes: Uint8Array, use: (path: string) => Result, name = 'video.mp4'): Result {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-video-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Fields of ffprobe's output that tests read. */
interface ProbedStream {
  readonly codec_type: string;
  readonly codec_name?: string;
  readonly codec_tag_string?: string;
  readonly profile?: string;
  readonly start_time?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly color_space?: string;
  readonly color_range?: string;
  readonly r_frame_rate?: string;
  readonly avg_frame_rate?: string;
  readonly nb_frames?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
}

export interface ProbedPacket {
  readonly size: string;
  readonly pts_time: string;
  readonly dts_time: string;
  readonly flags: string;
}

export function probe(path: string): { streams: ProbedStream[]; format: { duration: string } } {
  return JSON.parse(run('ffprobe', ['-of', 'json', '-show_streams', '-show_format', path]).toString());
}

export function probePackets(path: string, stream: 'v' | 'a' | 'd'): ProbedPacket[] {
  return JSON.parse(run('ffprobe', ['-of', 'json', '-select_streams', stream, '-show_packets', path]).toString())
    .packets;
}

function run(program: string, args: readonly string[]): Buffer {
  return execFileSync(program, ['-v', 'error', ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Returns the errors of FFmpeg when it decodes the whole file; empty for a valid file. */
export function decodeWarnings(path: string): string {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'warning', '-xerror', '-i', path, '-f', 'null', '-']);
  return stderr.toString();
}

/**
 * Returns the SSIM of the luma of a video and of a still image (I420), at 30 frames per second. Without a video, of the
 * video that x264 makes of the image at a constant rate factor.
 */
export function ssimOfStill(still: Uint8Array, size: string, video: Uint8Array | { readonly crf: number }): number {
  const input = ['-stream_loop', '-1', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', size, '-r', '30'];
  const compare = (path: string, image: string) => {
    const filter = ['-lavfi', '[0:v][1:v]ssim=shortest=1', '-t', '3', '-f', 'null', '-'];
    const { stderr } = spawnSync('ffmpeg', ['-hide_banner', '-i', path, ...input, '-i', image, ...filter]);
    return Number(/SSIM Y:([\d.]+)/.exec(stderr.toString())?.[1]);
  };
  return withFile(
    still,
    (image) => {
      if (video instanceof Uint8Array) return withFile(video, (path) => compare(path, image));
      const made = `${image}.mp4`;
      run('ffmpeg', [...input, '-i', image, '-t', '4', '-c:v', 'libx264', '-crf', String(video.crf), made]);
      return compare(made, image);
    },
    'still.yuv',
  );
}

/** Returns luma and chroma of a video's frames, as consecutive I420. */
export function decodeFrames(path: string, frames: readonly number[]): Uint8Array[] {
  const select = frames.map((frame) => `eq(n,${frame})`).join('+');
  const { streams } = probe(path);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const size = (Number(video?.width) * Number(video?.height) * 3) / 2;
  const bytes = run('ffmpeg', ['-i', path, '-an', '-vf', `select='${select}'`, '-vsync', '0', '-f', 'rawvideo', '-']);
  return frames.map((_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Returns the gray level, 0 to 255, of a patch in the upper left quarter of each frame. */
export function greyOfFrames(path: string): number[] {
  const filters = 'extractplanes=y,crop=8:8:iw/4:ih/4';
  const bytes = run('ffmpeg', ['-i', path, '-an', '-vf', filters, '-f', 'rawvideo', '-']);
  return Array.from({ length: bytes.length / 64 }, (_, frame) => {
    const luma = bytes.subarray(frame * 64, (frame + 1) * 64).reduce((sum, value) => sum + value, 0) / 64;
    return ((luma - 16) * 255) / 219;
  });
}

/** Returns the left channel of a video's audio, with samples at their playback times. */
export function decodeAudio(path: string): Float32Array {
  const bytes = run('ffmpeg', ['-i', path, '-vn', '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-']);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)));
}
