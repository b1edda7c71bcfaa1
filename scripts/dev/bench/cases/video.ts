import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFromBytes } from '#core/base/files.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { crop } from '#core/image/crop.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { createNodePlatform } from '../../../platform/index.ts';
import { music, throughMemory, wavOf } from '../audio-files.ts';
import { type BenchCase, defineCase } from '../case.ts';
import { photo } from '../photos.ts';

const encoding = '-c:v libx264 -crf 23 -pix_fmt yuv420p -r 30 -c:a aac -b:a 128k'.split(' ');
/** Fragmented MP4, because ffmpeg can't write the index of a regular MP4 into a pipe. This saves ffmpeg time. */
const toPipe = '-movflags frag_keyframe+empty_moov -f mp4 pipe:1'.split(' ');

/** @param tuning options of ffmpeg's encoder */
const videoCase = (name: string, tuning: readonly string[]): BenchCase =>
  defineCase({
    name: `audio → video, 3 minutes, one 1080p image${name}`,
    setUp: async () => {
      const platform = createNodePlatform();
      const image = crop(photo('12 MP'), { topX: 0, topY: 0, bottomX: 1920, bottomY: 1080 });
      const jpeg = await encodeImage(image, { format: 'jpg' }, { platform });
      platform.close();
      return { wav: wavOf(music(180)), jpeg };
    },
    ours: ({ wav, jpeg }, platform) => {
      const main = fileFromBytes('image.jpg', jpeg);
      const params = parseParameters(soundToVideo.params, {});
      return throughMemory('music.wav', wav, (audio, sink) =>
        soundToVideo.run({ audio, main, start: undefined, end: undefined }, params, { platform, sink }),
      );
    },
    peers: {
      ffmpeg: async ({ wav, jpeg }, ffmpeg) => {
        const folder = mkdtempSync(join(tmpdir(), 'fudebako-bench-'));
        try {
          const image = join(folder, 'image.jpg');
          writeFileSync(image, jpeg);
          const inputs = ['-loop', '1', '-framerate', '30', '-i', image, '-i', 'pipe:0'];
          return await ffmpeg(['-v', 'error', ...inputs, ...encoding, ...tuning, '-shortest', ...toPipe], wav);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    },
  });

export const videoCases = [
  videoCase('', []),
  videoCase(', peer tuned for stills', ['-tune', 'stillimage', '-preset', 'veryfast']),
];
