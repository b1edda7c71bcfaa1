import { execFileSync } from 'node:child_process';
import { wavHeader } from '#core/audio/wav-writer.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { createNodePlatform } from '../platform/index.ts';
import { countingSink, endless } from './long-files.ts';
import { music, SAMPLE_RATE, throughMemory, wavOf } from './sounds.ts';

/**
 * `npx tsx scripts/bench/sound-memory.ts`: converts a minute and an hour of sound, each in a process
 * of its own, and prints how much memory each took at its peak. Neither source nor result is ever
 * in memory or on disk: the one is made up as it is read, the other counted.
 */

const LOOP_SECONDS = 10;

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

async function measure(operation: string, minutes: number): Promise<string> {
  const platform = createNodePlatform();
  const samples = music(LOOP_SECONDS);
  const frames = minutes * 60 * SAMPLE_RATE;
  const sink = countingSink();
  if (operation === 'wav-to-mp3') {
    const layout = { channels: 2, sampleRate: SAMPLE_RATE, bitsPerSample: 16, isFloat: false, frames, trailerBytes: 0 };
    const head = wavHeader(layout);
    const audio = endless('long.wav', head, new Uint8Array(samples.buffer), head.length + frames * 4);
    await wavToMp3.run({ audio }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 }, { platform, sink });
  } else {
    const loop = await throughMemory('loop.wav', wavOf(samples), (audio, target) =>
      wavToMp3.run({ audio }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 }, { platform, sink: target }),
    );
    // Its information frame speaks of one round; without it the frames go on for ever.
    const sound = loop.slice(626);
    const rounds = Math.round((minutes * 60) / LOOP_SECONDS);
    const audio = endless('long.mp3', new Uint8Array(0), sound, sound.length * rounds);
    await mp3ToWav.run({ audio }, { bitDepth: '16' }, { platform, sink });
  }
  platform.close();
  return `${operation}, ${minutes} min: ${megabytes(process.resourceUsage().maxRSS * 1024)} at the peak, ${megabytes(sink.size)} written`;
}

const [operation, minutes] = process.argv.slice(2);
if (operation && minutes) process.stdout.write(`${await measure(operation, Number(minutes))}\n`);
else
  for (const each of ['wav-to-mp3', 'mp3-to-wav'])
    for (const length of ['1', '60'])
      execFileSync(process.execPath, ['--import', 'tsx', import.meta.filename, each, length], { stdio: 'inherit' });
