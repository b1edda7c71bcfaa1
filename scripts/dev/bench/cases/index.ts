import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFromBytes } from '#core/base/files.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { crop } from '#core/image/crop.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Platform } from '#core/platform/platform.ts';
import { createNodePlatform } from '../../../platform/index.ts';
import { music, throughMemory, wavOf } from '../audio-files.ts';
import { type BenchCase, defineCase } from '../case.ts';
import { photo } from '../photos.ts';
import { fileCases } from './files.ts';
import { pixelCases } from './pixels.ts';

const encoding = '-c:v libx264 -crf 23 -pix_fmt yuv420p -c:a aac -b:a 128k'.split(' ');
/** Fragmented MP4, because ffmpeg can't write the index of a regular MP4 into a pipe. This saves ffmpeg time. */
const toPipe = '-movflags frag_keyframe+empty_moov -f mp4 pipe:1'.split(' ');

const stillInput = async () => {
  const platform = createNodePlatform();
  const image = crop(photo('12 MP'), { topX: 0, topY: 0, bottomX: 1920, bottomY: 1080 });
  const jpeg = await encodeImage(image, { format: 'jpg' }, { platform });
  platform.close();
  return { wav: wavOf(music(180)), jpeg };
};

/**
 * @param options options of ffmpeg after its inputs, which are the image and the audio
 * @param raw parameters of our video
 * @param fps frame rate of ffmpeg's video; ours has 30 frames per second
 */
const videoCase = (name: string, options: readonly string[], raw = {}, fps = 30): BenchCase =>
  defineCase({
    name: `audio → video, 3 minutes, one 1080p image${name}`,
    setUp: stillInput,
    ours: ({ wav, jpeg }, platform) => {
      const main = fileFromBytes('image.jpg', jpeg);
      const params = parseParameters(soundToVideo.params, raw);
      const files = { main, start: undefined, end: undefined, captions: undefined, fonts: [] };
      return throughMemory('music.wav', wav, (audio, sink) =>
        soundToVideo.run({ audio, ...files }, params, { platform, sink }),
      );
    },
    peers: {
      ffmpeg: async ({ wav, jpeg }, ffmpeg) => {
        const folder = mkdtempSync(join(tmpdir(), 'fudebako-bench-'));
        try {
          const image = join(folder, 'image.jpg');
          writeFileSync(image, jpeg);
          const inputs = ['-loop', '1', '-framerate', `${fps}`, '-i', image, '-i', 'pipe:0'];
          const rate = ['-r', `${fps}`];
          return await ffmpeg(
            ['-v', 'error', ...inputs, ...encoding, ...rate, ...options, '-shortest', ...toPipe],
            wav,
          );
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    },
  });

/** As large as our waveform, and at the same place. */
const showWaves = [
  '[1:a]showwaves=s=1536x216:mode=cline:rate=30:colors=white[waves];[0:v][waves]overlay=192:788[frames]',
  ...['-map', '[frames]', '-map', '1:a'],
];

const videoCases = [
  videoCase('', []),
  videoCase(', peer tuned for stills', ['-tune', 'stillimage', '-preset', 'veryfast']),
  videoCase(', peer at 1 frame per second', [], {}, 1),
  videoCase(', with a waveform', ['-filter_complex', ...showWaves], { waveform: 'mirrored' }),
];

const BITRATE = 192;

const toMp3 = (wav: Uint8Array<ArrayBuffer>, platform: Platform) =>
  throughMemory('music.wav', wav, (audio, sink) =>
    wavToMp3.run({ audio }, { bitrate: BITRATE, mode: 'cbr', vbrQuality: 2 }, { platform, sink }),
  );

const wavToMp3Case = defineCase({
  name: `WAV → MP3, ${BITRATE} kbps, 3 minutes of stereo`,
  setUp: async () => wavOf(music(180)),
  ours: toMp3,
  peers: {
    lame: (wav, lame) => lame(['--quiet', '-b', String(BITRATE), '-', '-'], wav),
    ffmpeg: (wav, ffmpeg) => ffmpeg(['-v', 'error', '-i', 'pipe:0', '-b:a', `${BITRATE}k`, '-f', 'mp3', 'pipe:1'], wav),
  },
});

const mp3ToWavCase = defineCase({
  name: `MP3 → WAV, ${BITRATE} kbps, 3 minutes of stereo`,
  setUp: async () => {
    const platform = createNodePlatform();
    const mp3 = await toMp3(wavOf(music(180)), platform);
    platform.close();
    return mp3.slice() as Uint8Array<ArrayBuffer>;
  },
  ours: (mp3, platform) =>
    throughMemory('music.mp3', mp3, (audio, sink) => mp3ToWav.run({ audio }, { bitDepth: '16' }, { platform, sink })),
  peers: {
    lame: (mp3, lame) => lame(['--quiet', '--decode', '--mp3input', '-', '-'], mp3),
    ffmpeg: (mp3, ffmpeg) => ffmpeg(['-v', 'error', '-i', 'pipe:0', '-f', 'wav', 'pipe:1'], mp3),
  },
});

const audioCases = [wavToMp3Case, mp3ToWavCase];

export const cases: readonly BenchCase[] = [...fileCases, ...pixelCases, ...audioCases, ...videoCases];
