import { execFileSync } from 'node:child_process';
import { wavHeader } from '#core/audio/wav-writer.ts';
import { fileFromBytes } from '#core/files.ts';
import { encodeImage } from '#core/image/encode.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { createNodePlatform } from '../platform/index.ts';
import { countingSink, endless } from './long-files.ts';
import { photo } from './photos.ts';
import { music, SAMPLE_RATE } from './sounds.ts';

/**
 * `npx tsx scripts/bench/video-memory.ts`: makes a video of three minutes and one of an hour, each in
 * a process of its own, and prints the time and how much memory each took at its peak. Neither the
 * sound nor the video is ever in memory or on disk.
 */

const LOOP_SECONDS = 10;

async function measure(minutes: number): Promise<string> {
  const platform = createNodePlatform();
  const samples = music(LOOP_SECONDS);
  const frames = minutes * 60 * SAMPLE_RATE;
  const layout = { channels: 2, sampleRate: SAMPLE_RATE, bitsPerSample: 16, isFloat: false, frames, trailerBytes: 0 };
  const head = wavHeader(layout);
  const audio = endless('long.wav', head, new Uint8Array(samples.buffer), head.length + frames * 4);
  const picture = fileFromBytes('photo.jpg', await encodeImage(photo('1 MP'), { format: 'jpg' }, { platform }));
  const sink = countingSink();
  const start = performance.now();
  const params = parseParameters(soundToSlideshow.params, {});
  await soundToSlideshow.run({ audio, main: [picture], start: undefined, end: undefined }, params, { platform, sink });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  platform.close();
  const { maxRSS, userCPUTime } = process.resourceUsage();
  const peak = Math.round((maxRSS * 1024) / 1e6);
  return `${minutes} min: ${seconds} s, ${(userCPUTime / 1e6).toFixed(1)} s of processor time, ${peak} MB at the peak, ${Math.round(sink.size / 1e6)} MB written`;
}

const [minutes] = process.argv.slice(2);
if (minutes) process.stdout.write(`${await measure(Number(minutes))}\n`);
else
  for (const length of ['3', '60'])
    execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename, length], { stdio: 'inherit' });
