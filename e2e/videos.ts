import { expect, type Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { topBoxes } from '../tests/video/boxes.ts';
import { playsEverywhere, videoFacts } from '../tests/video/facts.ts';
import { wavOf } from '../tests/wav.ts';
import { stageReady, type Upload } from './images.ts';

export async function colored(name: string, color: string, width = 320, height = 180): Promise<Upload> {
  const image = sharp({ create: { width, height, channels: 3, background: color } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

/** Returns a tone as a 16-bit stereo WAV file. */
export function toneUpload(name: string, seconds: number, rate = 44_100): Upload {
  const samples = Int16Array.from({ length: 2 * Math.round(seconds * rate) }, (_, at) =>
    Math.round(9000 * Math.sin((2 * Math.PI * 440 * Math.floor(at / 2)) / rate)),
  );
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(wavOf(samples, rate, 2)) };
}

/** Chooses a small video with few frames, because encoding takes most of a test's time. */
export async function makeSmall(page: Page, fps = 10): Promise<void> {
  await page.getByRole('button', { name: /^(?!Undo|Redo).*Resolution/ }).click();
  await page.getByRole('option', { name: 'YouTube landscape (1280 × 720)' }).click();
  await page.getByRole('textbox', { name: 'Frame rate' }).fill(String(fps));
  await page.getByRole('textbox', { name: 'Frame rate' }).blur();
}

/** Returns the metadata of a video's container, read by a library that Fudebako doesn't use. */
export async function describeVideo(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (!video || !audio) throw new Error('A track is missing');
  const frames: { readonly time: number; readonly isKey: boolean }[] = [];
  for await (const { timestamp, type } of new EncodedPacketSink(video).packets())
    frames.push({ time: timestamp, isKey: type === 'key' });
  return {
    codec: (await video.getCodecParameterString()) ?? '',
    size: [await video.getCodedWidth(), await video.getCodedHeight()],
    frames,
    keys: frames.filter(({ isKey }) => isKey).map(({ time }) => time),
    audio: [await audio.getCodecParameterString(), await audio.getSampleRate(), await audio.getNumberOfChannels()],
    audioSeconds: await audio.computeDuration(),
    boxes: topBoxes(bytes),
  };
}

/**
 * Checks with ffprobe, ffmpeg and a video element that a file plays and seeks correctly. The element must show a frame
 * at each second.
 */
export async function expectPlaysEverywhere(
  page: Page,
  bytes: Buffer,
  ...expected: Parameters<typeof playsEverywhere>
): Promise<void> {
  const [seconds] = expected;
  expect(videoFacts(bytes)).toEqual(playsEverywhere(...expected));
  const everySecond = Array.from({ length: seconds }, (_, second) => second);
  expect(await colorsAt(page, bytes, everySecond)).toHaveLength(seconds);
}

/** Returns the color in the center of a video at the given times. */
export const colorsAt = (page: Page, bytes: Buffer, times: readonly number[]): Promise<number[][]> =>
  page.evaluate(
    async ([base64, seconds]) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([data], { type: 'video/mp4' }));
      await new Promise((resolve, reject) => {
        video.oncanplay = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const canvas = new OffscreenCanvas(1, 1);
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      const pagesFrames = async (count: number) => {
        for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
      };
      const colors: number[][] = [];
      for (const second of seconds) {
        const presented = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        video.currentTime = second;
        await seeked;
        // Waits at most 30 frames for a new frame, because a seek to the same frame presents no new frame.
        await Promise.race([presented, pagesFrames(30)]);
        await pagesFrames(2);
        context.drawImage(video, -(video.videoWidth >> 1), -(video.videoHeight >> 1));
        colors.push([...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]);
      }
      URL.revokeObjectURL(video.src);
      return colors;
    },
    [bytes.toString('base64'), times] as const,
  );

/** Returns the color in the center of the displayed image `name`. */
export async function stageColor(page: Page, name: string): Promise<number[]> {
  await stageReady(page);
  return page.getByRole('img', { name, exact: true }).evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    return [...context.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data.slice(0, 3)];
  });
}
