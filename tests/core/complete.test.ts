import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { isCompleteFile } from '#core/inspect/complete.ts';
import { run } from '#scripts/library/index.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { hasFfmpeg } from '../video/ffmpeg.ts';

const isComplete = (bytes: Uint8Array) => isCompleteFile(fileFromBytes('file', new Uint8Array(bytes)));

const noise = Uint8Array.from({ length: 90 * 60 * 3 }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24);
const image = () => sharp(noise, { raw: { width: 90, height: 60, channels: 3 } });

/** Files that are not truncated, by name. This project and other programs wrote them. */
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  const png = await image().png().toBuffer();
  files.set('png by sharp', png);
  files.set('jpg by sharp', await image().jpeg().toBuffer());
  files.set(
    'jpg with EXIF',
    await image()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'x'.repeat(6000) } })
      .toBuffer(),
  );
  files.set('webp by sharp', await image().webp().toBuffer());
  files.set('gif by sharp', await image().gif().toBuffer());
  files.set('avif by sharp', await image().avif({ effort: 0 }).toBuffer());
  for (const format of ['png', 'jpg', 'webp', 'avif'] as const)
    files.set(`${format} by this project`, (await run('convert', { image: png }, { format })).bytes);
  const folder = emptyFolder();
  const sine = ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=1'];
  if (!hasFfmpeg) return;
  const byFfmpeg = (name: string, ...args: string[]) => {
    execFileSync('ffmpeg', [...args, join(folder, name)]);
    files.set(`${name} by FFmpeg`, readFileSync(join(folder, name)));
  };
  byFfmpeg('sound.wav', ...sine);
  byFfmpeg('sound.mp3', ...sine, '-metadata', 'title=x');
  byFfmpeg('sound.ogg', ...sine, '-c:a', 'libvorbis');
  byFfmpeg('sound.opus', ...sine, '-c:a', 'libopus');
  byFfmpeg('video.webm', ...sine, '-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x48', '-pix_fmt', 'yuv420p');
  byFfmpeg('video.mp4', ...sine, '-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x48', '-pix_fmt', 'yuv420p');
  byFfmpeg(
    'start.mp4',
    ...sine,
    '-f',
    'lavfi',
    '-i',
    'testsrc=duration=1:size=64x48',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  );
  const audio = join(folder, 'sound.wav');
  files.set('mp3 by this project', (await run('wav-to-mp3', { audio })).bytes);
  files.set('variable mp3 by this project', (await run('wav-to-mp3', { audio }, { mode: 'vbr' })).bytes);
  files.set(
    'wav by this project',
    (await run('mp3-to-wav', { audio: files.get('mp3 by this project') as Uint8Array })).bytes,
  );
});

describe('isComplete', () => {
  it('accepts a file with a header and the end of its format', async () => {
    expect(files.size).toBeGreaterThan(hasFfmpeg ? 15 : 9);
    for (const [name, bytes] of files) expect([name, await isComplete(bytes)]).toEqual([name, true]);
  });

  it('refuses a file that is cut off anywhere', async () => {
    for (const [name, bytes] of files) {
      const lengths = [
        0,
        1,
        7,
        40,
        600,
        Math.floor(bytes.length / 3),
        Math.floor(bytes.length / 2),
        bytes.length - 100,
        bytes.length - 1,
      ];
      for (const length of lengths.filter((each) => each >= 0 && each < bytes.length))
        expect([name, length, await isComplete(bytes.subarray(0, length))]).toEqual([name, length, false]);
    }
  });

  it('refuses a file whose second half, or every byte, is zero', async () => {
    for (const [name, bytes] of files) {
      // Skips files whose headers state where they end: only these headers are checked, not the zeros after them.
      if (/^(webp|avif|wav|sound|video|start|mp3|variable)/.test(name)) continue;
      const zeroed = new Uint8Array(bytes);
      zeroed.fill(0, bytes.length >> 1);
      expect([name, await isComplete(zeroed)]).toEqual([name, false]);
    }
    for (const bytes of files.values()) expect(await isComplete(new Uint8Array(bytes.length))).toBe(false);
  });

  it('accepts data after the end, as some programs append', async () => {
    const tail = new Uint8Array(5000).fill(7);
    for (const name of ['png by sharp', 'jpg by sharp', 'webp by sharp'])
      expect([name, await isComplete(Buffer.concat([files.get(name) as Uint8Array, tail]))]).toEqual([name, true]);
  });

  it('does not mistake the end of a thumbnail for the end of the file', async () => {
    const thumbnail = await sharp(noise, { raw: { width: 90, height: 60, channels: 3 } })
      .resize(20)
      .jpeg()
      .toBuffer();
    const jpg = files.get('jpg by sharp') as Uint8Array;
    const length = 2 + thumbnail.length;
    const segment = Buffer.concat([Buffer.from([0xff, 0xe5, length >> 8, length & 255]), thumbnail]);
    const whole = Buffer.concat([jpg.subarray(0, 2), segment, jpg.subarray(2)]);
    expect(await isComplete(whole)).toBe(true);
    expect(await isComplete(whole.subarray(0, whole.length - 50))).toBe(false);
  });

  it('refuses text, and a file that ends after a container’s first header', async () => {
    for (const text of ['', 'hello', '<html></html>', 'RIFF', '\0\0\0\u0008ftyp\0\0\0\0', '\0\0\0\0ftyp'])
      expect([text, await isComplete(Buffer.from(text))]).toEqual([text, false]);
  });
});
