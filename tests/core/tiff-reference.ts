import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs FFmpeg on an image, and returns its stdout. */
export function runFfmpeg(input: Uint8Array, extension: string, ...args: readonly string[]): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-tiff-'));
  try {
    const path = join(folder, `a.${extension}`);
    writeFileSync(path, input);
    const all = ['-v', 'error', '-i', path, '-frames:v', '1', ...args, 'pipe:1'];
    return Uint8Array.from(execFileSync('ffmpeg', all, { maxBuffer: 2 ** 28 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Encodes a PNG as TIFF by FFmpeg. */
export const tiffByFfmpeg = (png: Uint8Array, ...args: readonly string[]): Uint8Array<ArrayBuffer> =>
  runFfmpeg(png, 'png', ...args, '-f', 'image2pipe', '-c:v', 'tiff');

/** Decodes a TIFF by FFmpeg to RGBA. */
export const decodeByFfmpeg = (tiff: Uint8Array): Uint8Array =>
  runFfmpeg(tiff, 'tif', '-pix_fmt', 'rgba', '-f', 'rawvideo', '-c:v', 'rawvideo');
