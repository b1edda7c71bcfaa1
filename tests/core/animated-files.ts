/** Writes animations for tests chunk by chunk, and returns the frames that other decoders compose from them. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { joinBytes, letters, littleEndian, riffChunk, uint16, uint32 } from '#core/base/bytes.ts';
import { pngChunk, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { riffChunks } from '#core/image/formats/webp/webp.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export interface Frame {
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  readonly color: (x: number, y: number) => Rgba;
  readonly delayMs?: number;
  readonly isBlended?: boolean;
  readonly disposal?: 'keep' | 'clear' | 'restore';
}

export interface Animation {
  readonly width: number;
  readonly height: number;
  readonly loop: number;
  readonly frames: readonly Frame[];
}

function stillOf({ width, height, color }: Frame) {
  const data = Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => color(at % width, Math.floor(at / width))).flat(),
  );
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Returns an animated PNG of 8-bit RGBA. */
export async function apng({ width, height, loop, frames }: Animation): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let sequence = 0;
  for (const [index, frame] of frames.entries()) {
    const { left = 0, top = 0, delayMs = 100, isBlended = false, disposal = 'keep' } = frame;
    const still = new Uint8Array(await stillOf(frame).png({ palette: false }).toBuffer());
    const area = [frame.width, frame.height, left, top].flatMap(uint32);
    const flags = [['keep', 'clear', 'restore'].indexOf(disposal), isBlended ? 1 : 0];
    parts.push(pngChunk('fcTL', [...uint32(sequence++), ...area, ...uint16(delayMs), ...uint16(1000), ...flags]));
    for (const { type, start, end } of pngChunks(still)) {
      const data = still.subarray(start, end);
      if (type === 'IDAT')
        parts.push(index === 0 ? pngChunk('IDAT', data) : pngChunk('fdAT', joinBytes(uint32(sequence++), data)));
    }
  }
  return joinBytes(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    pngChunk('IHDR', [...uint32(width), ...uint32(height), 8, 6, 0, 0, 0]),
    pngChunk('acTL', [...uint32(frames.length), ...uint32(loop)]),
    ...parts,
    pngChunk('IEND', []),
  );
}

/** Returns an animated lossless WebP. Left and top are even. */
export async function webp({ width, height, loop, frames }: Animation): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  for (const frame of frames) {
    const { left = 0, top = 0, delayMs = 100, isBlended = false, disposal = 'keep' } = frame;
    const still = new Uint8Array(await stillOf(frame).webp({ lossless: true, exact: true }).toBuffer());
    const images = [...riffChunks(still)].filter(({ type }) => type === 'VP8L');
    const place = [left / 2, top / 2, frame.width - 1, frame.height - 1, delayMs].flatMap((value) =>
      littleEndian(value, 3),
    );
    const flags = (isBlended ? 0 : 2) | (disposal === 'clear' ? 1 : 0);
    parts.push(
      riffChunk(
        'ANMF',
        place,
        [flags],
        ...images.map(({ type, start, end }) => riffChunk(type, still.subarray(start, end))),
      ),
    );
  }
  const size = [...littleEndian(width - 1, 3), ...littleEndian(height - 1, 3)];
  return riffChunk(
    'RIFF',
    letters('WEBP'),
    riffChunk('VP8X', [0x12, 0, 0, 0, ...size]),
    riffChunk('ANIM', [0, 0, 0, 0, ...littleEndian(loop, 2)]),
    ...parts,
  );
}

/** Returns the RGBA frames, their delays and the loop count that sharp reads from a GIF or WebP. */
export async function bySharp(bytes: Uint8Array) {
  const image = sharp(bytes, { animated: true, limitInputPixels: false });
  const { pages = 1, pageHeight, width, delay = [], loop = 1 } = await image.metadata();
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const height = pageHeight ?? info.height;
  const size = width * height * 4;
  return {
    frames: Array.from({ length: pages }, (_, page) => data.subarray(page * size, (page + 1) * size)),
    delay,
    loop,
    width,
    height,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'fudebako-animations-'));

/** Returns the RGBA frames that FFmpeg decodes. */
export function byFfmpeg(bytes: Uint8Array, extension: string, size: { width: number; height: number }) {
  const path = join(folder, `a.${extension}`);
  writeFileSync(path, bytes);
  const raw = join(folder, 'a.raw');
  const format = extension === 'png' ? ['-f', 'apng'] : [];
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...format,
    '-i',
    path,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    raw,
  ]);
  const data = readFileSync(raw);
  const bytesOfFrame = size.width * size.height * 4;
  return Array.from({ length: data.length / bytesOfFrame }, (_, page) =>
    data.subarray(page * bytesOfFrame, (page + 1) * bytesOfFrame),
  );
}

/** Returns the packets' durations in seconds, as ffprobe reads them. */
export function durations(bytes: Uint8Array, extension: string): number[] {
  const path = join(folder, `b.${extension}`);
  writeFileSync(path, bytes);
  const args = ['-v', 'error', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0', path];
  const text = execFileSync('ffprobe', args, { encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .map((line) => Number.parseFloat(line));
}
