import { BufferTarget, CanvasSource, Output, QUALITY_HIGH, WebMOutputFormat } from 'mediabunny';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearError, useErrorStore } from '#app/notices/error-queue.ts';
import { PlayerController } from '#app/tools/player/player-controller.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';
import { audioOutputs, expectNothingOpen, watch } from './watch.ts';

const FRAMES = 60;
const RATE = 30;
const BITS = 6;
const CELL = 32;

/** Returns a video. Each frame shows its own number as black and white cells. */
async function frameCounter(): Promise<File> {
  const canvas = new OffscreenCanvas(CELL * BITS, CELL * 2);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: 'vp8', bitrate: QUALITY_HIGH, keyFrameInterval: 0.7 });
  output.addVideoTrack(source, { frameRate: RATE });
  await output.start();
  for (let frame = 0; frame < FRAMES; frame++) {
    for (let bit = 0; bit < BITS; bit++) {
      context.fillStyle = (frame >> bit) & 1 ? '#fff' : '#000';
      context.fillRect(bit * CELL, 0, CELL, canvas.height);
    }
    await source.add(frame / RATE, 1 / RATE);
  }
  await output.finalize();
  return new File([target.buffer as ArrayBuffer], 'counter.webm');
}

function numberOn(canvas: HTMLCanvasElement): number {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const [red = 0] = context.getImageData(bit * CELL + CELL / 2, CELL, 1, 1).data;
    if (red > 128) number |= 1 << bit;
  }
  return number;
}

const controller = new PlayerController();
const canvas = document.createElement('canvas');
const until = (condition: () => boolean) => expect.poll(condition, { timeout: 60_000 }).toBe(true);
const state = () => controller.use.getState();

async function load(file: File): Promise<void> {
  await controller.load(file);
  await until(() => state().loaded);
}

beforeAll(() => {
  watch();
});
afterEach(async () => {
  controller.attach(null);
  clearError();
  await expectNothingOpen();
});

describe('the player in a browser', () => {
  it('shows exactly the frame of the current time, and steps by one frame', async () => {
    const file = await frameCounter();
    controller.attach(canvas);
    await load(file);
    expect(numberOn(canvas)).toBe(0);
    for (const [position, frame] of [
      [1.51, 45],
      [0.05, 1],
      [0.0999, 2],
      [1.99, 59],
      [0.7, 21],
      [0.734, 22],
      [0, 0],
    ] as const) {
      controller.seek(position);
      await expect.poll(() => numberOn(canvas), { message: `at ${position}` }).toBe(frame);
    }
    controller.seek(1.01);
    await expect.poll(() => numberOn(canvas)).toBe(30);
    controller.step(1);
    await expect.poll(() => numberOn(canvas)).toBe(31);
    controller.step(-2);
    await expect.poll(() => numberOn(canvas)).toBe(29);
    for (let seek = 0; seek < 50; seek++) controller.seek(((seek * 37) % 59) / RATE + 0.01);
    await expect.poll(() => numberOn(canvas)).toBe((49 * 37) % 59);
  });

  it.skipIf(!samplesUrl)(
    'plays with audio, and closes everything when removed while playing (needs ../shared/samples)',
    async () => {
      controller.attach(canvas);
      await load(await fetchSample('video/h264-60fps-300-frames.mp4'));
      controller.togglePlay();
      await until(() => state().position > 0.5);
      expect(audioOutputs()).toBe(1);
      expect(useErrorStore.getState().errors).toEqual([]);
      controller.attach(null);
      const left = state();
      await expectNothingOpen();
      expect(state()).toBe(left);
    },
  );
});
