import type { VideoSample, WrappedAudioBuffer } from 'mediabunny';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { canvasScreen } from '#app/tools/player/canvas-screen.ts';
import { Player } from '#app/tools/player/engine/player.ts';
import { openVideo } from '#app/tools/player/open-video.ts';
import { browserTimers } from '#app/tools/player/timers.ts';
import type { FudebakoError } from '#core/base/errors.ts';
import { firstOf } from '../deep.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';
import { expectNothingOpen, watch } from './watch.ts';

/** Each sample with its expected display width, height and duration. */
const SAMPLES = [
  ['h264-aac-1s.mp4', 1080, 720, 1.067],
  ['h264-no-audio.mp4', 1080, 720, 1.001],
  ['h264-rotate-and-reflect.mp4', 720, 1080, 1.067],
  ['av1-aac.mp4', 1080, 720, 1.088],
  ['h264-fragmented.mp4', 1080, 720, 1.068],
  ['h264-edit-list-shift.mp4', 1920, 1080, 10.005],
  ['h264-vfr-slow-motion.mp4', 1280, 720, 0.525],
  ['h264-60fps-300-frames.mp4', 320, 240, 5.019],
  ['av1-long-6min.mp4', 320, 180, 362.767],
  ['h264-aac.mov', 640, 428, 1.063],
  ['vp8-vorbis.webm', 640, 360, 7.143],
  ['vp9-vorbis-6ch.webm', 960, 540, 1.012],
  ['vp9-odd-161x121.webm', 161, 121, 1.001],
  ['vp9-10bit.webm', 426, 240, 3.002],
  ['h264-4k60-rotated.mp4', 2160, 3840, 0.313],
] as const;

/** Positions of the seeks as fractions of the duration: forwards, backwards, to the end and to the start. */
const PLACES = firstOf([0.77, 0.31, 1, 0.52, 0.08, 0.9, 0], 2);
/** Fewer positions for 4K samples, in which a seek takes seconds. */
const FEWER_PLACES = [0.31, 1, 0] as const;

/** Width and height in pixels at which frames are compared. */
const THUMB = { width: 48, height: 48 };

const closing: (() => void)[] = [];

async function openPlayer(file: File) {
  const canvas = document.createElement('canvas');
  const video = await openVideo(file);
  const errors: FudebakoError[] = [];
  const player = new Player<VideoSample, WrappedAudioBuffer>({
    media: video.media,
    screen: canvasScreen(canvas, video.width, video.height),
    timers: browserTimers,
    createOutput: video.createOutput,
    volume: 1,
    muted: true,
    keepsPitch: true,
    onChange: () => {},
    onError: (error) => errors.push(error),
  });
  closing.push(() => player.dispose());
  await player.open();
  return { canvas, player, errors, duration: video.media.duration };
}

/** Opens a video in a `<video>` element, the reference for frames and times. */
async function openReference(file: File) {
  const element = document.createElement('video');
  const nextFrame = () =>
    new Promise<number>((resolve) => {
      element.requestVideoFrameCallback((_, { mediaTime }) => resolve(mediaTime));
    });
  element.muted = true;
  element.src = URL.createObjectURL(file);
  // Attaches the element, because elements outside the document get no animation frames.
  document.body.append(element);
  closing.push(() => {
    element.remove();
    URL.revokeObjectURL(element.src);
  });
  // Waits for the callback of the first frame, so that the first seek doesn't receive it.
  await Promise.all([happens(element, 'loadeddata'), nextFrame()]);
  return {
    element,
    /**
     * Seeks the element to a position in seconds.
     * @returns the start of the frame that is shown there, in seconds
     */
    async seek(position: number): Promise<number> {
      const shown = nextFrame();
      const there = happens(element, 'seeked');
      element.currentTime = position;
      await there;
      return shown;
    },
  };
}

function happens(element: HTMLVideoElement, event: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    element.addEventListener(event, resolve, { once: true });
    element.addEventListener('error', () => reject(element.error), { once: true });
  });
}

const contextOf = (canvas: OffscreenCanvas) =>
  canvas.getContext('2d', { alpha: false, willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;

function thumbOf(image: HTMLCanvasElement | OffscreenCanvas): Uint8ClampedArray {
  const context = contextOf(new OffscreenCanvas(THUMB.width, THUMB.height));
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, THUMB.width, THUMB.height);
  return context.getImageData(0, 0, THUMB.width, THUMB.height).data;
}

/** Draws a video frame at its own size, because browsers scale videos and canvases differently. */
function wholeOf(video: HTMLVideoElement, width: number, height: number): OffscreenCanvas {
  const whole = new OffscreenCanvas(width, height);
  contextOf(whole).drawImage(video, 0, 0);
  return whole;
}

/** Returns the mean difference of two images of the same size, 0 to 255. */
function distance(canvas: HTMLCanvasElement, video: HTMLVideoElement): number {
  const [one, other] = [thumbOf(canvas), thumbOf(wholeOf(video, canvas.width, canvas.height))];
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] as number)), 0) / one.length;
}

beforeAll(watch);
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await expectNothingOpen();
});

describe.skipIf(!samplesUrl)('among the samples that Chromium decodes (needs ../shared/samples)', () => {
  it.each(firstOf(SAMPLES, SAMPLES.length - 1))(
    '%s: the browser shows the same frames at the same times',
    async (name, width, height, seconds) => {
      const file = await fetchSample(`video/${name}`);
      const { canvas, player, errors, duration } = await openPlayer(file);
      expect([canvas.width, canvas.height]).toEqual([width, height]);
      expect(Math.abs(duration - seconds)).toBeLessThan(0.03);
      const reference = await openReference(file);
      for (const place of height > 2000 ? FEWER_PLACES : PLACES) {
        const position = place * duration;
        const [, mediaTime] = await Promise.all([player.seek(position), reference.seek(position)]);
        expect(player.state.position).toBe(position);
        expect(Math.abs((player.state.frameTimestamp ?? Infinity) - mediaTime), `at ${position}`).toBeLessThan(0.001);
        expect(distance(canvas, reference.element), `at ${position}`).toBeLessThan(0.5);
      }
      expect(errors).toEqual([]);
    },
  );

  it.each(firstOf(SAMPLES, 3))('%s plays', async (name) => {
    const { player, errors, duration } = await openPlayer(await fetchSample(`video/${name}`));
    await player.seek(duration);
    const lastFrame = player.state.frameTimestamp;
    await player.setSpeed(2);
    await player.play();
    const far = Math.min(duration, 1.2);
    const goneFar = () => (duration > far ? player.state.position >= far : !player.state.playing);
    await expect.poll(goneFar, { timeout: 60_000 }).toBe(true);
    await player.whenIdle();
    // At the end, the last frame must be shown, even if the video is shorter than its audio.
    if (duration <= far) expect(player.state).toMatchObject({ position: duration, frameTimestamp: lastFrame });
    expect(errors).toEqual([]);
  });
});
