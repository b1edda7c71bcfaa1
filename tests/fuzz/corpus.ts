import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { parseMp3Header } from '#core/audio/mp3/mp3-frames.ts';
import { readMp3Start } from '#core/audio/mp3/mp3-reader.ts';
import { writeId3 } from '#core/audio/tags/id3-writer.ts';
import type { MediaTags } from '#core/audio/tags/tags.ts';
import { writeRiffInfo } from '#core/audio/wav/riff-info.ts';
import { riffChunk } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { unpackFont } from '#core/fonts/sfnt.ts';
import { readHeic } from '../core/heics.ts';
import { readTiff } from '../core/tiffs.ts';
import { generateAudio, generateImage } from '../fixtures/generate.ts';
import { joined, little32, wave } from '../growth/hostile.ts';
import { AUDIO } from '../growth/media-files.ts';
import { platform } from '../inline-platform.ts';
import { makeFile } from '../video/inputs.ts';
import { makeMp3, makeWav } from './audio-makers.ts';
import { imageFormats, makeImages } from './image-makers.ts';
import { Random } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Undamaged files by the name under which fuzz targets request them. */
export type Corpus = Readonly<Record<string, readonly Bytes[]>>;

/** Cover art: a valid image, because FFmpeg reports an error for other bytes. */
const COVER = new Uint8Array(
  await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
);

const TAGS: MediaTags = {
  title: '筆箱',
  artist: 'Fudebako',
  comment: 'a comment',
  genre: 'Jazz',
  date: '2026-05-31',
  trackNumber: 3,
  tracksTotal: 12,
  images: [{ data: COVER, mimeType: 'image/png', kind: 'coverFront', description: 'front' }],
};

/** File extensions of the containers that have their own fuzz target. */
export const mediaExtensions = { mp4: 'mp4', mov: 'mov', webm: 'webm', ogg: 'ogg', flac: 'flac' } as const;

/**
 * Creates undamaged files, small enough that a case takes milliseconds: some fixed images, WAV and MP3 files, and
 * `sampled` more files of each format, with encoder options that depend on the seed.
 */
export async function makeCorpus(seed: number, sampled: number, programs: readonly string[] = []): Promise<Corpus> {
  const [images, audio, containers, fonts] = await Promise.all([
    ownImages(),
    makeAudioFiles(),
    makeContainers(),
    makeFonts(),
  ]);
  const random = new Random(seed);
  const all: Record<string, readonly Bytes[]> = { ...images, ...audio, ...containers, fonts };
  for (const format of imageFormats)
    all[format] = [...(all[format] ?? []), ...(await makeImages(format, random, sampled, programs))];
  for (const [format, make] of Object.entries({ wav: makeWav, mp3: makeMp3 }))
    all[format] = [...(all[format] ?? []), ...Array.from({ length: sampled }, () => make(random))];
  all.command = ['png', 'jpeg', 'webp', 'gif'].flatMap((format) => all[format] ?? []);
  return all;
}

async function ownImages(): Promise<Corpus> {
  const { data: clamped, width, height } = generateImage({ pattern: 'noise', width: 24, height: 16 });
  const data = new Uint8Array(clamped);
  const raw = () => sharp(data, { raw: { width, height, channels: 4 } });
  const opaque = () => raw().removeAlpha();
  const frames = () =>
    sharp(Buffer.concat([data, data, data]), { raw: { width, height: height * 3, channels: 4, pageHeight: height } });
  const withMetadata = () =>
    opaque().withExif({
      IFD0: { Make: 'Fudecam', Artist: 'Sei Shonagon', ImageDescription: 'a caption' },
      IFD2: { ExposureTime: '1/250', ISOSpeedRatings: '200', DateTimeOriginal: '2024:05:06 07:08:09' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 1/1' },
    });
  const bytes = (all: readonly Sharp[]) => Promise.all(all.map(async (each) => new Uint8Array(await each.toBuffer())));
  return {
    png: await bytes([
      raw().png(),
      raw().png({ progressive: true }),
      raw().png({ palette: true }),
      raw().toColourspace('rgb16').png(),
      opaque().grayscale().png(),
      opaque().withIccProfile('p3').withMetadata({ orientation: 6 }).png(),
    ]),
    jpeg: await bytes([
      opaque().jpeg(),
      opaque().jpeg({ progressive: true }),
      opaque().grayscale().jpeg(),
      opaque().toColourspace('cmyk').jpeg(),
      opaque().withIccProfile('p3').withMetadata({ orientation: 6 }).jpeg({ chromaSubsampling: '4:4:4' }),
    ]),
    metadata: await bytes([
      withMetadata().jpeg(),
      withMetadata().png(),
      withMetadata().webp(),
      withMetadata().avif({ effort: 0 }),
    ]),
    webp: await bytes([
      raw().webp(),
      raw().webp({ lossless: true }),
      opaque().withMetadata({ orientation: 8 }).webp(),
      frames().webp({ loop: 0 }),
    ]),
    avif: await bytes([raw().avif({ effort: 0 }), opaque().avif({ effort: 0, bitdepth: 8 })]),
    heic: ['alpha', 'ten-bits', 'odd-size', 'slices'].map(readHeic),
    tiff: [
      ...['fax3-1d', 'fax3-2d', 'fax4-reversed', 'planar', 'jpeg-rgb', 'jpeg-ycbcr'].map(readTiff),
      ...(await bytes([raw().tiff({ compression: 'lzw' }), opaque().tiff({ compression: 'deflate' })])),
    ],
    gif: await bytes([raw().gif(), frames().gif()]),
    bmp: [bmpOf(width, height, data)],
  };
}

/** Returns a BMP of 24 bits per pixel, bottom row first. */
function bmpOf(width: number, height: number, rgba: ArrayLike<number>): Bytes {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        pixels[(height - 1 - y) * stride + x * 3 + channel] = rgba[(y * width + x) * 4 + 2 - channel] as number;
  const info = [40, width, height, 1 | (24 << 16), 0, pixels.length, 2835, 2835, 0, 0].flatMap(little32);
  return joined('BM', little32(54 + pixels.length), little32(0), little32(54), info, pixels);
}

async function makeAudioFiles(): Promise<Corpus> {
  const plain = generateAudio({ wave: 'tone', seconds: 0.1, hz: [440, 660] });
  const sample = plain.subarray(44);
  const format = (tag: number, channels: number, bits: number, more: readonly number[] = []) => {
    const block = (channels * bits) / 8;
    return riffChunk(
      'fmt ',
      joined([tag & 255, tag >> 8, channels, 0], little32(44_100), little32(44_100 * block), [block, 0, bits, 0], more),
    );
  };
  const extensible = (bits: number, tag: number) => [22, 0, bits, 0, 3, 0, 0, 0, tag, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]; // biome-ignore format: a table
  const adpcm = riffChunk(
    'fmt ',
    joined([17, 0, 1, 0], little32(44_100), little32(22_206), [0, 2, 4, 0, 2, 0, 0xf9, 3]),
  );
  const msAdpcm = riffChunk(
    'fmt ',
    joined([2, 0, 1, 0], little32(44_100), little32(22_206), [0, 2, 4, 0, 2, 0, 0xf4, 3]),
  );
  const data = riffChunk('data', sample.slice(0, 4080));
  // Builds ADPCM blocks of 512 bytes. Each starts with a valid step index.
  const packed = sample.slice(0, 4096);
  for (let block = 0; block < packed.length; block += 512)
    packed.set([(packed[block + 2] as number) % 89, 0], block + 2);
  const predicted = sample.slice(0, 4096);
  for (let block = 0; block < predicted.length; block += 512) predicted[block] = (predicted[block] as number) % 7;
  const mp3 = async (params: object, source: Bytes) =>
    (await makeFile('wav-to-mp3', { audio: fileFromBytes('a.wav', source) }, params, platform)).bytes;
  // `writeRiffInfo` needs no `riffChunk` around it, because it returns the whole chunk with its header.
  const tagged = wave(
    format(1, 2, 16),
    riffChunk('data', sample),
    writeRiffInfo(TAGS),
    riffChunk('id3 ', writeId3(TAGS)),
  );
  /** Returns an MP3 in free format: frames of a constant bitrate without padding, whose headers state none. */
  const freeFormat = async (source: Bytes) => {
    const encoded = await mp3({ bitrate: 128 }, source);
    const { audioStart } = await readMp3Start(fileFromBytes('a.mp3', encoded));
    const frames: Bytes[] = [];
    for (let at = audioStart, header = parseMp3Header(encoded, at); header; header = parseMp3Header(encoded, at)) {
      const frame = encoded.slice(at, at + header.frameBytes);
      frame[2] = (frame[2] as number) & 0x0f;
      frames.push(frame);
      at += header.frameBytes;
    }
    return joined(...frames);
  };
  return {
    wav: [
      plain,
      tagged,
      wave(format(1, 1, 8), data),
      wave(format(1, 2, 24), data),
      wave(format(3, 2, 32), data),
      wave(format(0xfffe, 2, 16, extensible(16, 1)), data),
      wave(adpcm, riffChunk('fact', new Uint8Array(little32(8000))), riffChunk('data', packed)),
      wave(msAdpcm, riffChunk('data', predicted)),
    ],
    mp3: [
      await mp3({}, tagged),
      await mp3({ mode: 'vbr' }, plain),
      joined(await mp3({}, plain), 'TAG', new Uint8Array(125)),
    ],
    tags: [
      writeId3(TAGS),
      packedId3(),
      apeItems(),
      // FFmpeg reads no free format, so the target `mp3` has no reference for this file.
      await freeFormat(plain),
      writeRiffInfo(TAGS).slice(8),
      joined('TAG', 'a title', new Uint8Array(118)),
    ],
  };
}

/** Returns an unsynchronized ID3v2.4 tag with a compressed frame, a chapter and a user-defined text. */
function packedId3(): Bytes {
  const title = deflateSync(joined([3], 'a title'));
  const frames = [
    frameOf('TIT2', [0, 0x09], joined([0, 0, 0, 8], title)),
    frameOf('CHAP', [0, 0], joined('c', [0], new Uint8Array(16), frameOf('TIT2', [0, 0], joined([0], 'x')))),
    frameOf('TXXX', [0, 0x02], joined([0], 'key', [0, 0xff, 0], 'value')),
  ];
  const body = joined(...frames);
  return joined('ID3', [4, 0, 0x80, 0, 0, body.length >> 7, body.length & 127], body);
}

const frameOf = (id: string, flags: readonly number[], body: Bytes): Bytes =>
  joined(id, [0, 0, body.length >> 7, body.length & 127], flags, body);

const apeItems = (): Bytes =>
  joined(
    ...[
      ['Title', 'a title', 0],
      ['Artist', 'a\0b', 0],
      ['REPLAYGAIN_TRACK_GAIN', '-6.5 dB', 0],
      ['Cover Art (Front)', 'a.jpg\0\xff\xd8\xff', 2],
    ].map(([key, value, type]) =>
      joined(little32((value as string).length), little32(type as number), key as string, [0], value as string),
    ),
  );

/**
 * Creates files of each container by FFmpeg. The group `containers` has files built byte by byte, and files of formats
 * without their own fuzz target.
 */
async function makeContainers(): Promise<Corpus> {
  const folder = await mkdtemp(join(tmpdir(), 'fudebako-corpus-'));
  const image = ['-f', 'lavfi', '-i', 'testsrc=size=32x32:rate=10:duration=0.5'];
  const audio = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000:duration=0.5'];
  const make = async (name: string, ...args: readonly string[]) => {
    const path = join(folder, name);
    const common = ['-v', 'error', '-threads', '1', '-fflags', '+bitexact'];
    await promisify(execFile)('ffmpeg', [...common, ...args, '-flags', '+bitexact', '-metadata', 'title=t', path]);
    return new Uint8Array(await readFile(path));
  };
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  try {
    const [mp4, fragmented, mov, video, webm, opus, vorbis, flac, aiff, caf, alac, wma, ...others] = await Promise.all([
      make('a.mp4', ...image, ...audio, ...h264, '-c:a', 'aac'),
      make('f.mp4', ...image, ...audio, ...h264, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'),
      make('a.mov', ...audio, '-c:a', 'pcm_s16le'),
      make('v.mov', ...image, ...audio, ...h264, '-c:a', 'aac'),
      make('a.webm', ...image, ...audio, '-c:v', 'libvpx', '-c:a', 'libopus'),
      make('a.ogg', ...audio, '-c:a', 'libopus'),
      make('v.ogg', ...audio, '-c:a', 'libvorbis'),
      make('a.flac', ...audio),
      make('a.aiff', ...audio),
      make('a.caf', ...audio, '-c:a', 'pcm_f32le'),
      make('a.m4a', ...audio, '-c:a', 'alac'),
      make('a.wma', ...audio, '-c:a', 'wmav2'),
      make('k.flac', ...audio, '-ar', '11000'),
      make('a.oga', ...audio, '-c:a', 'flac', '-f', 'ogg'),
      make('m.wav', ...audio, '-c:a', 'libmp3lame'),
      make('a.mkv', ...image, ...h264),
      make('a.aac', ...audio),
      make('a.ts', ...image, ...audio, ...h264, '-c:a', 'aac'),
    ]);
    const containers = [...others, ...Object.values(AUDIO).map((make) => make())];
    return {
      mp4: [mp4, fragmented],
      mov: [mov, video],
      webm: [webm],
      ogg: [opus, vorbis],
      flac: [flac],
      sound: [aiff, caf, alac, wma],
      containers,
    } as Corpus;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function makeFonts(): Promise<Bytes[]> {
  const require = createRequire(import.meta.url);
  const packed = await Promise.all(
    ['hebrew-400-normal.woff2', 'latin-400-normal.woff2'].map((file, index) => {
      const slug = index === 0 ? 'noto-sans-hebrew' : 'roboto-mono';
      return readFile(join(require.resolve(`@fontsource/${slug}/package.json`), '..', 'files', `${slug}-${file}`));
    }),
  );
  const fonts = packed.map((bytes) => new Uint8Array(bytes));
  return [...fonts, ...(await Promise.all(fonts.map(unpackFont)))];
}
