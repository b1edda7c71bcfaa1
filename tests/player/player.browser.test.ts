import { BufferTarget, CanvasSource, Output, QUALITY_HIGH, WebMOutputFormat } from 'mediabunny';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clearError, useErrorStore } from '#app/state/errors.ts';
import { Deck } from '#app/tools/video_playback/deck.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';

const FRAMES = 60;
const RATE = 30;
const BITS = 6;
const CELL = 32;

/** A video whose every frame spells its own number in black and white cells. */
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

const open = { contexts: new Set<AudioContext>(), decoders: new Set<VideoDecoder>(), frames: new Set<VideoFrame>() };

/** Counts what the browser hands out and gets back. */
function watch(): void {
  const { AudioContext: Context, VideoDecoder: Decoder } = globalThis;
  globalThis.AudioContext = class extends Context {
    constructor(options?: AudioContextOptions) {
      super(options);
      open.contexts.add(this);
    }
  };
  globalThis.VideoDecoder = class extends Decoder {
    constructor(init: VideoDecoderInit) {
      super({
        ...init,
        output(frame) {
          open.frames.add(frame);
          init.output(frame);
        },
      });
      open.decoders.add(this);
    }
  };
  const { close } = VideoFrame.prototype;
  VideoFrame.prototype.close = function () {
    open.frames.delete(this);
    close.call(this);
  };
}

const leftOpen = () => ({
  contexts: [...open.contexts].filter(({ state }) => state !== 'closed').length,
  decoders: [...open.decoders].filter(({ state }) => state !== 'closed').length,
  frames: open.frames.size,
});
const NOTHING = { contexts: 0, decoders: 0, frames: 0 };

const deck = new Deck();
const canvas = document.createElement('canvas');
const until = (condition: () => boolean) => expect.poll(condition, { timeout: 20_000 }).toBe(true);
const state = () => deck.use.getState();

async function load(file: File): Promise<void> {
  await deck.load(file);
  await until(() => state().loaded);
}

beforeAll(() => {
  watch();
});
afterEach(async () => {
  deck.attach(null);
  clearError();
  await expect.poll(leftOpen, { timeout: 10_000 }).toEqual(NOTHING);
});

describe('the player in a browser', () => {
  it('shows exactly the frame whose interval holds the moment, and steps by one', async () => {
    const file = await frameCounter();
    deck.attach(canvas);
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
      deck.seek(position);
      await expect.poll(() => numberOn(canvas), { message: `at ${position}` }).toBe(frame);
    }
    deck.seek(1.01);
    await expect.poll(() => numberOn(canvas)).toBe(30);
    deck.step(1);
    await expect.poll(() => numberOn(canvas)).toBe(31);
    deck.step(-2);
    await expect.poll(() => numberOn(canvas)).toBe(29);
    for (let seek = 0; seek < 50; seek++) deck.seek(((seek * 37) % 59) / RATE + 0.01);
    await expect.poll(() => numberOn(canvas)).toBe((49 * 37) % 59);
  });

  it.skipIf(!samplesUrl)(
    'opens every sample in its size, seeks to both ends, and leaves nothing open (needs ../shared/samples)',
    async () => {
      deck.attach(canvas);
      for (const [name, width, height] of [
        ['h264-aac-1s.mp4', 1080, 720],
        ['h264-no-audio.mp4', 1080, 720],
        ['h264-4k60-rotated.mp4', 2160, 3840],
        ['h264-rotate-and-reflect.mp4', 720, 1080],
        ['av1-aac.mp4', 1080, 720],
        ['h264-fragmented.mp4', 1080, 720],
        ['h264-edit-list-shift.mp4', 1920, 1080],
        ['h264-vfr-slow-motion.mp4', 1280, 720],
        ['h264-60fps-300-frames.mp4', 320, 240],
        ['av1-long-6min.mp4', 320, 180],
        ['h264-aac.mov', 640, 428],
        ['vp8-vorbis.webm', 640, 360],
        ['vp9-vorbis-6ch.webm', 960, 540],
        ['vp9-odd-161x121.webm', 161, 121],
        ['vp9-10bit.webm', 426, 240],
      ] as const) {
        await load(await fetchSample(`video/${name}`));
        expect([name, canvas.width, canvas.height]).toEqual([name, width, height]);
        const { duration } = state();
        for (const position of [duration, duration / 2, 0]) {
          deck.seek(position);
          await until(() => state().position === position);
        }
        expect(useErrorStore.getState().error, name).toBeUndefined();
      }
    },
  );

  it.skipIf(!samplesUrl)(
    'plays with sound, and closes everything when left while playing (needs ../shared/samples)',
    async () => {
      deck.attach(canvas);
      await load(await fetchSample('video/h264-60fps-300-frames.mp4'));
      deck.togglePlay();
      await until(() => state().position > 0.5);
      expect(open.contexts.size).toBe(1);
      deck.attach(null);
      const left = state();
      await expect.poll(leftOpen, { timeout: 10_000 }).toEqual(NOTHING);
      expect(state()).toBe(left);
    },
  );
});
