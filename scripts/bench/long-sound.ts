import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { createNodePlatform } from '../platform/index.ts';
import { countingSink, endless, longWav, megabytes, peakMemory, runAlone } from './long-files.ts';
import { music, throughMemory, wavOf } from './sounds.ts';

/** `npm run bench -- --long`: prints the peak memory of converting one minute and one hour of generated audio. */

const LOOP_SECONDS = 10;
const mp3 = { bitrate: 192, mode: 'cbr', vbrQuality: 2 } as const;

async function measure(operation: string, minutes: number): Promise<string> {
  const platform = createNodePlatform();
  const sink = countingSink();
  if (operation === 'wav-to-mp3') {
    await wavToMp3.run({ audio: longWav(minutes) }, mp3, { platform, sink });
  } else {
    const loop = await throughMemory('loop.wav', wavOf(music(LOOP_SECONDS)), (audio, target) =>
      wavToMp3.run({ audio }, mp3, { platform, sink: target }),
    );
    // Skips the MP3's first frame (Xing header), which states the length of a single repetition.
    const sound = loop.slice(626);
    const rounds = Math.round((minutes * 60) / LOOP_SECONDS);
    const audio = endless('long.mp3', new Uint8Array(0), sound, sound.length * rounds);
    await mp3ToWav.run({ audio }, { bitDepth: '16' }, { platform, sink });
  }
  platform.close();
  return `${operation}, ${minutes} min: ${peakMemory()} at the peak, ${megabytes(sink.size)} written`;
}

const [operation, minutes] = process.argv.slice(2);
if (operation && minutes) process.stdout.write(`${await measure(operation, Number(minutes))}\n`);
else
  for (const each of ['wav-to-mp3', 'mp3-to-wav'])
    for (const length of ['1', '60']) process.stdout.write(runAlone(import.meta.filename, each, length));
