import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileSink, fileFromBytes, type SourceFile } from '#core/files.ts';
import { encodeImage } from '#core/image/encode.ts';
import type { WrittenFile } from '#core/operation.ts';
import { findOperation } from '#core/operations/index.ts';
import type { OperationContext, Platform } from '#core/platform.ts';
import type { Raster } from '#core/raster.ts';
import { parseOperationParameters } from '#core/recipe.ts';

/** FFmpeg's programs judge the files; where they are not installed the tests that need them are skipped. */
export const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((name) => spawnSync(name, ['-version']).status === 0);

/** A sink in memory; it grows as muxers write at any position. */
export function memorySink(): FileSink & { bytes(): Uint8Array<ArrayBuffer> } {
  let buffer = new Uint8Array(1 << 20);
  let length = 0;
  return {
    async write(data, position) {
      const end = position + data.length;
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, buffer.length * 2));
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(data, position);
      length = Math.max(length, end);
    },
    bytes: () => buffer.slice(0, length),
  };
}

export interface MadeVideo extends WrittenFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly progress: readonly number[];
  readonly stages: readonly string[];
}

/** Runs one of the makers of video as page and command do: from raw parameters. */
export async function makeVideo(
  operation: 'sound-to-video' | 'sound-to-slideshow',
  inputs: Readonly<Record<string, SourceFile | readonly SourceFile[]>>,
  params: Readonly<Record<string, unknown>>,
  platform: Platform,
  context: Partial<OperationContext> = {},
): Promise<MadeVideo> {
  const declared = findOperation(operation);
  if (!declared) throw new Error(`There is no ${operation}`);
  const sink = memorySink();
  const progress: number[] = [];
  const stages: string[] = [];
  const written = (await declared.run(inputs, parseOperationParameters(declared, params), {
    platform,
    sink,
    onProgress: (fraction) => progress.push(fraction),
    onStage: (stage) => stages.push(stage),
    ...context,
  })) as WrittenFile;
  return { ...written, bytes: sink.bytes(), progress, stages };
}

/** A stereo 16-bit WAV of `seconds`, each sample from its time in seconds. */
export function wavFile(
  seconds: number,
  sample: (time: number) => number,
  { sampleRate = 44_100, name = 'sound.wav' } = {},
): SourceFile {
  const frames = Math.round(seconds * sampleRate);
  const bytes = new Uint8Array(44 + frames * 4);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => {
    for (const [index, letter] of [...value].entries()) bytes[at + index] = letter.charCodeAt(0);
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + frames * 4, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, frames * 4, true);
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(Math.max(-1, Math.min(1, sample(frame / sampleRate))) * 32_767);
    view.setInt16(44 + frame * 4, value, true);
    view.setInt16(46 + frame * 4, value, true);
  }
  return fileFromBytes(name, bytes);
}

export async function pngFile(raster: Raster, platform: Platform, name = 'picture.png'): Promise<SourceFile> {
  return fileFromBytes(name, await encodeImage(raster, { format: 'png' }, { platform }));
}

/** Writes the bytes where programs can read them, for as long as `use` takes. */
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

/** As far as the tests look at it. */
interface ProbedStream {
  readonly codec_type: string;
  readonly width?: number;
  readonly height?: number;
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

export function probePackets(path: string, stream: 'v' | 'a'): ProbedPacket[] {
  return JSON.parse(run('ffprobe', ['-of', 'json', '-select_streams', stream, '-show_packets', path]).toString())
    .packets;
}

function run(program: string, args: readonly string[]): Buffer {
  return execFileSync(program, ['-v', 'error', ...args], { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** What FFmpeg complains of when it decodes everything; nothing for a sound file. */
export function decodeWarnings(path: string): string {
  const { stderr } = spawnSync('ffmpeg', ['-v', 'warning', '-xerror', '-i', path, '-f', 'null', '-']);
  return stderr.toString();
}

/** Luma and chroma of frames, as stored: I420 behind each other. */
export function decodeFrames(path: string, frames: readonly number[]): Uint8Array[] {
  const select = frames.map((frame) => `eq(n,${frame})`).join('+');
  const { streams } = probe(path);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const size = (Number(video?.width) * Number(video?.height) * 3) / 2;
  const bytes = run('ffmpeg', ['-i', path, '-an', '-vf', `select='${select}'`, '-vsync', '0', '-f', 'rawvideo', '-']);
  return frames.map((_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** The grey, 0 to 255, of a patch in the upper left quarter of every frame. */
export function greyOfFrames(path: string): number[] {
  const filters = 'extractplanes=y,crop=8:8:iw/4:ih/4';
  const bytes = run('ffmpeg', ['-i', path, '-an', '-vf', filters, '-f', 'rawvideo', '-']);
  return Array.from({ length: bytes.length / 64 }, (_, frame) => {
    const luma = bytes.subarray(frame * 64, (frame + 1) * 64).reduce((sum, value) => sum + value, 0) / 64;
    return ((luma - 16) * 255) / 219;
  });
}

/** The left channel, its samples where players place them. */
export function decodeSound(path: string): Float32Array {
  const bytes = run('ffmpeg', ['-i', path, '-vn', '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-']);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)));
}

/** In decibels, of 8-bit samples. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new RangeError(`${a.length} samples are not ${b.length}`);
  let squares = 0;
  for (let index = 0; index < a.length; index++) squares += ((a[index] as number) - (b[index] as number)) ** 2;
  return squares === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * a.length) / squares);
}

/** The names of the boxes at a file's top level, in order. */
export function topBoxes(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    names.push(String.fromCharCode(...bytes.subarray(at + 4, at + 8)));
    const size = view.getUint32(at);
    at += size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? bytes.length : size;
  }
  return names;
}
