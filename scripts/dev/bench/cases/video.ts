import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Platform } from '#core/platform/platform.ts';
import { planDurations } from '#core/video/plan/durations.ts';
import { planGops } from '#core/video/plan/gop-plan.ts';
import { fillWithSlides } from '#core/video/plan/slideshow.ts';
import { type ImageId, planTimeline } from '#core/video/plan/timeline.ts';
import { createNodePlatform } from '../../../platform/index.ts';
import { music, throughMemory, wavOf } from '../audio-files.ts';
import { defineCase } from '../case.ts';
import type { Peer } from '../peers.ts';
import { photo } from '../photos.ts';

const FPS = 30;
const slides = { imageDurationSec: 2.5, transitionSec: 0.3 };

/** Describes how many groups of frames (GOPs) the video encoder must encode. Equal groups are encoded once. */
function groupsOf(seconds: number, images: number): string {
  const timing = { durStartSec: 0, durEndSec: 0, trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
  const ids = Array.from({ length: images }, (_, slot): ImageId => `main:${slot}`);
  const { distinct, sequence } = planGops(
    planTimeline({
      fps: FPS,
      timing,
      durations: planDurations(seconds, timing),
      hasStart: false,
      hasEnd: false,
      watermark: true,
      fillMain: (frames) => fillWithSlides(ids, slides, FPS, frames),
    }),
  );
  return `${distinct.length} distinct of ${sequence.length} groups`;
}

const SIZE = { width: 1920, height: 1080 };

interface VideoFiles {
  readonly wav: Uint8Array<ArrayBuffer>;
  readonly images: readonly Uint8Array<ArrayBuffer>[];
}

/** Creates images of two megapixels, each a different crop of a synthetic photo. */
async function makeFiles(seconds: number, images: number): Promise<VideoFiles> {
  const platform = createNodePlatform();
  const files = [];
  for (let index = 0; index < images; index++)
    files.push(await encodeImage(cutOut(photo('12 MP'), index), { format: 'jpg' }, { platform }));
  platform.close();
  return { wav: wavOf(music(seconds)), images: files };
}

function cutOut(source: Raster, index: number): Raster {
  const left = (index * 331) % (source.width - SIZE.width);
  const top = (index * 577) % (source.height - SIZE.height);
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let row = 0; row < SIZE.height; row++) {
    const from = ((top + row) * source.width + left) * 4;
    data.set(source.data.subarray(from, from + SIZE.width * 4), row * SIZE.width * 4);
  }
  return { ...SIZE, data };
}

const imageFiles = (images: readonly Uint8Array<ArrayBuffer>[]): SourceFile[] =>
  images.map((bytes, index) => fileFromBytes(`${index}.jpg`, bytes));

function ourVideo({ wav, images: [image] }: VideoFiles, platform: Platform): Promise<Uint8Array> {
  const main = fileFromBytes('picture.jpg', image ?? new Uint8Array());
  const params = parseParameters(soundToVideo.params, {});
  return throughMemory('music.wav', wav, (audio, sink) =>
    soundToVideo.run({ audio, main, start: undefined, end: undefined }, params, { platform, sink }),
  );
}

function ourSlideshow({ wav, images }: VideoFiles, platform: Platform): Promise<Uint8Array> {
  const main = imageFiles(images);
  const params = parseParameters(soundToSlideshow.params, slides);
  return throughMemory('music.wav', wav, (audio, sink) =>
    soundToSlideshow.run({ audio, main, start: undefined, end: undefined }, params, { platform, sink }),
  );
}

const encoding = [
  '-c:v',
  'libx264',
  '-crf',
  '23',
  '-pix_fmt',
  'yuv420p',
  '-r',
  String(FPS),
  '-c:a',
  'aac',
  '-b:a',
  '128k',
];
/** Fragmented MP4, because ffmpeg can't write the index of a regular MP4 into a pipe. This saves ffmpeg time. */
const toPipe = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'];

async function withImages(images: VideoFiles['images'], run: (folder: string) => Promise<Uint8Array>) {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-bench-'));
  try {
    for (const [index, bytes] of images.entries()) writeFileSync(join(folder, `${index}.jpg`), bytes);
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ffmpegVideo =
  (...tuning: readonly string[]) =>
  ({ wav, images }: VideoFiles, ffmpeg: Peer<'ffmpeg'>) =>
    withImages(images, (folder) => {
      const inputs = ['-loop', '1', '-framerate', String(FPS), '-i', join(folder, '0.jpg'), '-i', 'pipe:0'];
      return ffmpeg(['-v', 'error', ...inputs, ...encoding, ...tuning, '-shortest', ...toPipe], wav);
    });

/** Makes a slideshow with ffmpeg as its users do: one cycle of images with `xfade`, looped until the audio ends. */
function ffmpegSlideshow(seconds: number) {
  return ({ wav, images }: VideoFiles, ffmpeg: Peer<'ffmpeg'>) =>
    withImages(images, (folder) => {
      // Repeats the first image at the end, so that the loop is seamless.
      const round = [...images.keys(), 0];
      const inputs = round.flatMap((index) => [
        ...['-loop', '1', '-framerate', String(FPS), '-t', String(slides.imageDurationSec + slides.transitionSec)],
        ...['-i', join(folder, `${index}.jpg`)],
      ]);
      const fades = round.slice(1).map((_, index) => {
        const from = index === 0 ? '[0]' : `[x${index}]`;
        const offset = (index + 1) * slides.imageDurationSec - slides.transitionSec;
        return `${from}[${index + 1}]xfade=duration=${slides.transitionSec}:offset=${offset.toFixed(3)}[x${index + 1}]`;
      });
      const frames = Math.round(images.length * slides.imageDurationSec * FPS);
      const loop = `[x${images.length}]trim=end_frame=${frames},loop=-1:${frames},setpts=N/${FPS}/TB[v]`;
      const graph = [...fades, loop].join(';');
      const mapping = ['-filter_complex', graph, '-map', '[v]', '-map', `${round.length}:a`, '-t', String(seconds)];
      return ffmpeg(['-v', 'error', ...inputs, '-i', 'pipe:0', ...mapping, ...encoding, ...toPipe], wav);
    });
}

export const videoCase = (minutes: number) =>
  defineCase({
    name: `audio → video, ${minutes} minutes, one 1080p image (${groupsOf(minutes * 60, 1)})`,
    setUp: () => makeFiles(minutes * 60, 1),
    ours: ourVideo,
    peers: { ffmpeg: ffmpegVideo() },
  });

export const videoCases = [
  videoCase(3),
  defineCase({
    name: `audio → video, 3 minutes, one 1080p image, peer tuned for stills (${groupsOf(180, 1)})`,
    setUp: () => makeFiles(180, 1),
    ours: ourVideo,
    peers: { ffmpeg: ffmpegVideo('-tune', 'stillimage', '-preset', 'veryfast') },
  }),
  defineCase({
    name: `audio → slideshow, 10 minutes, 10 photos in 1080p with crossfades (${groupsOf(600, 10)})`,
    setUp: () => makeFiles(600, 10),
    ours: ourSlideshow,
    peers: { ffmpeg: ffmpegSlideshow(600) },
  }),
];
