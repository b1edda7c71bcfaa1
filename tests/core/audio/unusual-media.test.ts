import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { type FlacInfo, readFlacInfo } from '#core/container-guard/flac-info.ts';
import { inspectFile } from '#core/inspect/inspect.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { platform as inline } from '../../inline-platform.ts';
import { emptyFolder } from '../../temporary-folders.ts';
import { wavFile } from './audio-files.ts';
import { audioOfBytes, toMp3, toWav } from './conversions.ts';
import { oggPackets, oggPages, pagesOf } from './ogg-pages.ts';

/** Media files with unusual features, which other programs can read. */

const folder = emptyFolder();
const SINE = 'sine=frequency=440:sample_rate=44100:duration=2';

/** Returns a file that ffmpeg makes of a `lavfi` source. */
function made(name: string, source: string, ...args: string[]): Buffer<ArrayBuffer> {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...args, '-bitexact', path]);
  return readFileSync(path);
}

const inspect = (name: string, bytes: Uint8Array) => inspectFile(fileFromBytes(name, new Uint8Array(bytes)));

describe('FLAC', () => {
  it.each([11_000, 64_000, 37_123, 44_100])('with a sample rate of %d Hz is inspected', async (rate) => {
    const bytes = made(`${rate}.flac`, SINE, '-ar', String(rate), '-c:a', 'flac');
    // FLAC has codes for common sample rates only, so ffmpeg writes the other rates of this test as numbers.
    expect(await inspect('a.flac', bytes)).toMatchObject({
      kind: 'audio',
      format: 'FLAC',
      sampleRate: rate,
      channels: 1,
      durationSec: 2,
      tracks: [{ codec: 'flac', durationSec: 2 }],
    });
  });

  it('in Ogg is inspected, even if its header does not state the length', async () => {
    const bytes = made('a.oga', SINE, '-ac', '2', '-c:a', 'flac', '-f', 'ogg');
    const expected = { kind: 'audio', format: 'Ogg', sampleRate: 44_100, channels: 2, durationSec: 2 };
    expect(await inspect('a.oga', bytes)).toMatchObject({ ...expected, tracks: [{ codec: 'flac', durationSec: 2 }] });
    const at = bytes.indexOf('fLaC') + 8;
    expect(readFlacInfo(bytes.subarray(at))).toMatchObject({
      channels: 2,
      bitsPerSample: 16,
    } satisfies Partial<FlacInfo>);
    bytes.fill(0, at + 14, at + 18);
    expect(await inspect('b.oga', bytes)).toMatchObject(expected);
  });
});

describe('Ogg', () => {
  let vorbis: Buffer<ArrayBuffer>;
  beforeAll(() => {
    vorbis = made('v.ogg', 'sine=frequency=440:sample_rate=44100:duration=20', '-c:a', 'libvorbis');
  });

  it('with a gap between its last pages takes its duration from the last page', async () => {
    const pages = pagesOf(vorbis);
    const gap = Buffer.concat([...pages.slice(0, -1), Buffer.alloc(500), pages.at(-1) as Buffer]);
    expect(await inspect('gap.ogg', gap)).toMatchObject({ format: 'Ogg', sampleRate: 44_100, durationSec: 20 });
    const lost = Buffer.concat([...pages.slice(0, -4), Buffer.alloc(500), pages.at(-1) as Buffer]);
    expect(await inspect('lost.ogg', lost)).toMatchObject({ durationSec: 20 });
  });

  it.each([1, 3, 255])('keeps its tags and its cover when comments span pages of %d segments', async (segments) => {
    const cover = made('cover.png', 'testsrc=s=160x90:d=1', '-frames:v', '1');
    const bytes = withComments(vorbis, segments, 'A vendor '.repeat(40), ['TITLE=Long', coverComment(cover)]);
    expect(await inspect('tags.ogg', bytes)).toMatchObject({
      durationSec: 20,
      tags: { title: 'Long' },
      pictures: [{ mimeType: 'image/png', bytes: cover.length, width: 160, height: 90 }],
    });
  });

  it('with more comments than the limit is refused, even if the count is on a later page', async () => {
    const comments = Array.from({ length: 2001 }, (_, index) => `A=${index}`);
    for (const vendor of ['A vendor', 'A vendor '.repeat(40)])
      for (const segments of [1, 255])
        await expect(inspect('many.ogg', withComments(vorbis, segments, vendor, comments))).rejects.toMatchObject({
          code: 'mediaDamaged',
        });
  });

  it('with an unknown codec is reported by the codec’s name, not as damaged', async () => {
    const [first, ...others] = pagesOf(vorbis) as [Buffer, ...Buffer[]];
    const theora = Buffer.from(first);
    theora.write('\x80theora', 28, 'latin1');
    await expect(inspect('a.ogv', Buffer.concat([theora, ...others]))).rejects.toMatchObject({
      code: 'inspectUnknown',
      data: { reason: 'Ogg (Theora)' },
    });
    theora.write('\x00nothing', 28, 'latin1');
    const unknown = inspect('a.ogg', Buffer.concat([theora, ...others]));
    await expect(unknown).rejects.toMatchObject({ code: 'inspectUnknown', data: {} });
  });
});

describe('a WAV file', () => {
  it('that contains MP3 is inspected, and its audio is read', async () => {
    const bytes = made('mp3.wav', SINE, '-c:a', 'libmp3lame');
    const expected = { format: 'wav', codec: 'mp3', sampleRate: 44_100, channels: 1 };
    const described = await inspect('mp3.wav', bytes);
    expect(described).toMatchObject(expected);
    expect(described.durationSec).toBeCloseTo(2, 0);
    const audio = await openAudio(fileFromBytes('mp3.wav', new Uint8Array(bytes)), { platform: inline });
    const { bytes: samples } = await audio.readBlocks(20_000, 21_000, { platform: inline });
    const values = new Float32Array(samples.buffer, samples.byteOffset, 1000);
    // The amplitude of the sine that ffmpeg generates.
    expect(Math.max(...values)).toBeCloseTo(0.125, 1);
  });

  it('that contains MP3 is refused for conversion, and the error names MP3', async () => {
    const file = wavFile({ tag: 85, data: new Uint8Array(400) });
    await expect(toMp3(file)).rejects.toMatchObject({ code: 'wavUnsupported', data: { reasons: 'wavMp3', tag: 85 } });
  });

  it('of one 32-bit float sample is inspected and converted', async () => {
    const file = wavFile({ tag: 3, bits: 32, data: new Uint8Array(Float32Array.of(0.5).buffer) });
    expect(await inspectFile(file)).toMatchObject({ codec: 'pcm-f32', durationSec: 1 / 44_100 });
    const mp3 = await toMp3(file);
    const back = await toWav(fileFromBytes('one.mp3', mp3.bytes));
    expect((await audioOfBytes(back.bytes)).sampleFrames).toBe(1);
  });
});

describe('MP4', () => {
  it('whose `colr` box at the end of `moov` is one byte short is inspected', async () => {
    const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
    const args = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...tags, '-movflags', '+write_colr'];
    const bytes = withShortColor(made('c.mp4', 'testsrc=s=64x48:d=1:r=10', ...args));
    expect(bytes.includes(Buffer.from([0, 0, 0, 18, ...Buffer.from('colrnclx')]))).toBe(true);
    const described = await inspect('short.mp4', bytes);
    expect(described).toMatchObject({ kind: 'video', width: 64, height: 48, durationSec: 1 });
  });
});

/** Returns a cover as a METADATA_BLOCK_PICTURE comment (fields: RFC 9639, 8.8). */
function coverComment(png: Buffer): string {
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer).swap32()));
  const type = Buffer.from('image/png');
  const block = [numbers(3, type.length), type, numbers(0, 160, 90, 24, 0, png.length), png];
  return `METADATA_BLOCK_PICTURE=${Buffer.concat(block).toString('base64')}`;
}

/** Replaces the comments of a Vorbis file. Its header pages then have at most `segments` segments each. */
function withComments(ogg: Buffer, segments: number, vendor: string, comments: readonly string[]): Buffer {
  const sized = (text: string) =>
    Buffer.concat([Buffer.from(Uint32Array.of(Buffer.byteLength(text)).buffer), Buffer.from(text)]);
  const pages = pagesOf(ogg);
  const firstAudio = pages.findIndex((page) => page.readBigInt64LE(6) > 0n);
  const [, setup] = oggPackets(pages.slice(1, firstAudio)) as [Buffer, Buffer];
  const count = Buffer.from(Uint32Array.of(comments.length).buffer);
  const packet = Buffer.concat([Buffer.from('\x03vorbis'), sized(vendor), count, ...comments.map(sized), Buffer.of(1)]);
  const headers = oggPages([packet, setup], segments, pages[0] as Buffer);
  return Buffer.concat([pages[0] as Buffer, ...headers, ...pages.slice(firstAudio)]);
}

/** Returns the MP4 file with a `colr` box that is one byte short and at the end of the file. */
function withShortColor(bytes: Buffer): Buffer {
  const path = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const boxes = (content: Buffer) => {
    const found: { type: string; content: Buffer }[] = [];
    for (let at = 0; at < content.length; at += content.readUInt32BE(at))
      found.push({
        type: content.toString('latin1', at + 4, at + 8),
        content: content.subarray(at + 8, at + content.readUInt32BE(at)),
      });
    return found;
  };
  /** Moves the child boxes of one type to the end of their parent. */
  const ordered = (content: Buffer, last: string, change: (child: Buffer) => Buffer): Buffer => {
    const children = boxes(content);
    const [before, behind] = [
      children.filter(({ type }) => type !== last),
      children.filter(({ type }) => type === last),
    ];
    return Buffer.concat([
      ...before.map(({ type, content }) => box(type, content)),
      ...behind.map(({ type, content }) => box(type, change(content))),
    ]);
  };
  const VISUAL_ENTRY = 78;
  const rebuild =
    (depth: number) =>
    (content: Buffer): Buffer => {
      const next = path[depth + 1];
      if (next) return ordered(content, next, rebuild(depth + 1));
      const entry = content.subarray(16);
      const inner = ordered(entry.subarray(VISUAL_ENTRY), 'colr', (color) => color.subarray(0, -1));
      return Buffer.concat([
        content.subarray(0, 8),
        box('avc1', Buffer.concat([entry.subarray(0, VISUAL_ENTRY), inner])),
      ]);
    };
  return ordered(bytes, 'moov', rebuild(0));
}
