import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeRiffInfo } from '#core/audio/wav/riff-info.ts';
import { wavHeader } from '#core/audio/wav/wav-writer.ts';
import { joinBytes } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { openSink } from '#scripts/platform/files.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';

/** `npx tsx scripts/dev/audio/render.ts`: renders the sample audio files of the app. The rendered files are committed. */
const folder = resolve(import.meta.dirname, '../../../public/samples');
const RATE = 22_050;
const SECONDS = 5;
/** Notes of a melody in the hirajoshi scale on D: time in seconds, and pitch in semitones above A4. */
const NOTES: readonly (readonly [at: number, semitones: number])[] = [
  [0, -7],
  [0.3, -5],
  [0.6, -4],
  [0.9, 0],
  [1.5, 1],
  [1.8, 0],
  [2.1, -4],
  [2.7, -5],
  [3.0, -7],
  [3.0, -19],
];

const audio = new Float32Array(RATE * SECONDS);
for (const [at, semitones] of NOTES) pluck(audio, Math.round(at * RATE), 440 * 2 ** (semitones / 12));
const wav = writeWav(audio);
await writeFile(resolve(folder, 'sample.wav'), wav);
await writeMp3(resolve(folder, 'sample.mp3'), wav);

/** Adds a plucked string (Karplus and Strong): noise that circulates through a low-pass filter. */
function pluck(target: Float32Array, start: number, frequency: number): void {
  const period = Math.round(RATE / frequency);
  let seed = period;
  const noise = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  const string = Float32Array.from({ length: period }, noise);
  for (let index = 0; start + index < target.length; index++) {
    const now = string[index % period] as number;
    target[start + index] = (target[start + index] as number) + now * 0.25;
    string[index % period] = 0.498 * (now + (string[(index + 1) % period] as number));
  }
}

function writeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const fadeFrames = RATE / 2;
  const data = Int16Array.from(samples, (sample, index) => {
    const fade = Math.min(1, (samples.length - index) / fadeFrames);
    return Math.max(-1, Math.min(1, sample * fade)) * 0x7fff;
  });
  const tags = writeRiffInfo({ title: 'Koto', artist: 'Fudebako' });
  const layout = { channels: 1, sampleRate: RATE, bitsPerSample: 16, isFloat: false, sampleFrames: samples.length };
  const header = wavHeader({ ...layout, trailerBytes: tags.length });
  return joinBytes(header, new Uint8Array(data.buffer), tags);
}

async function writeMp3(path: string, source: Uint8Array<ArrayBuffer>): Promise<void> {
  await writeFile(path, '');
  const sink = await openSink({ temporary: path, output: path });
  try {
    const platform = createNodePlatform({ threads: 0 });
    const audio = fileFromBytes('sample.wav', source);
    await wavToMp3.run({ audio }, { bitrate: 96, mode: 'cbr', vbrQuality: 2 }, { platform, sink });
  } finally {
    await sink.close();
  }
}
