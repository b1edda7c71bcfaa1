import { describe, expect, it } from 'vitest';
import { createPitch } from '#app/tools/player/audio-output.ts';
import { firstOf } from '../deep.ts';

const RATE = 44_100;
const TONE_HZ = 440;

/** Plays a sine at a speed, and records what comes out as the audio thread delivers it. */
async function played(speed: number, keepsPitch: boolean) {
  const context = new AudioContext({ sampleRate: RATE });
  const recorder = context.createAnalyser();
  recorder.fftSize = 32_768;
  recorder.connect(context.destination);
  await context.resume();
  const pitch = createPitch(context, recorder);
  await pitch.prepare(keepsPitch ? speed : 1);
  const buffer = new AudioBuffer({ length: RATE * 8, sampleRate: RATE });
  buffer.copyToChannel(
    Float32Array.from({ length: buffer.length }, (_, at) => 0.5 * Math.sin((2 * Math.PI * TONE_HZ * at) / RATE)),
    0,
  );
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.playbackRate.value = speed;
  source.connect(pitch.input());
  source.start();
  const samples = new Float32Array(recorder.fftSize);
  // Waits until the whole window holds the tone: its length and the latency.
  await expect
    .poll(
      () => {
        recorder.getFloatTimeDomainData(samples);
        return context.currentTime > 2 && samples.subarray(0, 2000).some((value) => Math.abs(value) > 0.2);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  const latencySeconds = pitch.latencySeconds();
  pitch.cut();
  await context.close();
  return { hertz: frequencyOf(samples), latencySeconds };
}

/** Counts the upward zero crossings from the first to the last, whose times are interpolated. */
function frequencyOf(samples: Float32Array): number {
  const crossings: number[] = [];
  for (let at = 1; at < samples.length; at++) {
    const [before = 0, after = 0] = [samples[at - 1], samples[at]];
    if (before < 0 && after >= 0) crossings.push(at - after / (after - before));
  }
  const [first = 0, last = 0] = [crossings[0], crossings.at(-1)];
  return ((crossings.length - 1) * RATE) / (last - first);
}

describe('the pitch of audio at another speed', () => {
  it.each(firstOf([0.5, 4, 2, 0.25, 0.75, 1.25, 1.5], 2))('stays the same at %s×', async (speed) => {
    const { hertz, latencySeconds } = await played(speed, true);
    expect(Math.abs(hertz - TONE_HZ)).toBeLessThan(3);
    expect(latencySeconds).toBeGreaterThan(0.01);
  });

  it.each(firstOf([1.5, 0.5, 1]))('changes with the speed if it is not kept (%s×)', async (speed) => {
    const { hertz, latencySeconds } = await played(speed, false);
    expect(Math.abs(hertz - TONE_HZ * speed)).toBeLessThan(3);
    expect(latencySeconds).toBe(0);
  });
});
