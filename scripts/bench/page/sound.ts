import { runFfmpeg } from '#app/platform/ffmpeg.ts';
import { runFileOperation } from '#app/workers/media.ts';
import { encodeByLamejs } from '../lamejs.ts';
import type { EncoderName, PageBench } from '../page-bench.ts';
import { music, SAMPLE_RATE, stereoHeader } from '../sounds.ts';

/** Seconds of generated audio that `sound-in-chromium.ts` repeats. */

const LOOP_SECONDS = 10;
const BITRATE = 192;

function longWav(minutes: number): File {
  const loop = new Blob([music(LOOP_SECONDS)]);
  const rounds = (minutes * 60) / LOOP_SECONDS;
  const sampleFrames = minutes * 60 * SAMPLE_RATE;
  return new File([stereoHeader(sampleFrames), ...Array.from({ length: rounds }, () => loop)], 'music.wav');
}

const encoders: Readonly<Record<EncoderName, (audio: File) => Promise<number>>> = {
  async fudebako(audio) {
    const params = { bitrate: BITRATE, mode: 'cbr', vbrQuality: 2 };
    return (await runFileOperation('wav-to-mp3', { audio }, params)).blob.size;
  },
  async lamejs(audio) {
    const { Mp3Encoder } = await import('lamejs');
    const samples = new Int16Array(await audio.slice(44).arrayBuffer());
    return encodeByLamejs(new Mp3Encoder(2, SAMPLE_RATE, BITRATE), samples).length;
  },
  async 'ffmpeg.wasm'(audio) {
    const bytes = new Uint8Array(await audio.arrayBuffer());
    const args = ['-i', 'input.wav', '-b:a', `${BITRATE}k`, 'output.mp3'];
    return (await runFfmpeg({ args, input: { name: 'input.wav', bytes }, output: 'output.mp3' })).length;
  },
};

const bench: PageBench = {
  async run(encoder, minutes) {
    const audio = longWav(minutes);
    const start = performance.now();
    const bytes = await encoders[encoder](audio);
    return { ms: performance.now() - start, bytes };
  },
};
Object.assign(globalThis, { bench });
