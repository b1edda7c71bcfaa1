import { ALL_FORMATS, BlobSource, Input, VideoSampleSink } from 'mediabunny';
import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { sourceFile } from '#app/workers/files.ts';
import { extractFrame } from '#core/video/extract-frame.ts';
import { firstOf } from '../deep.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';

const SAMPLES = firstOf(
  [
    'h264-rotate-and-reflect.mp4',
    'vp9-odd-161x121.webm',
    'av1-aac.mp4',
    'vp8-vorbis.webm',
    'h264-aac.mov',
    'h264-vfr-slow-motion.mp4',
    'vp9-10bit.webm',
    'vp9-vorbis-6ch.webm',
    'h264-edit-list-shift.mp4',
    'h264-4k60-rotated.mp4',
    'h264-fragmented.mp4',
  ],
  6,
);

const FOLDER = '.cache/extract-frame';
const AT = 0.3;

const platform = createBrowserPlatform(createBrowserWorkers());

/** Returns the pixels of the PNG that the command made. */
async function madeByCommand(name: string): Promise<ImageData> {
  const bitmap = await createImageBitmap(await (await fetch(`/${FOLDER}/${name.replace(/\.\w+$/, '.png')}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext(
    '2d',
  ) as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Draws the same frame as the player does. */
async function drawn(file: File): Promise<ImageData> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no video');
  const sink = new VideoSampleSink(track);
  const sample = (await sink.getSample(AT)) ?? (await sink.getSample(await track.getFirstTimestamp()));
  if (!sample) throw new Error('there is no frame');
  const context = new OffscreenCanvas(sample.displayWidth, sample.displayHeight).getContext(
    '2d',
  ) as OffscreenCanvasRenderingContext2D;
  sample.draw(context, 0, 0);
  sample.close();
  return context.getImageData(0, 0, sample.displayWidth, sample.displayHeight);
}

describe.skipIf(!samplesUrl)('a frame of a video (needs ../shared/samples)', () => {
  beforeAll(async () => {
    const paths = SAMPLES.map((name) => `../shared/samples/video/${name}`);
    await commands.fudebako('extract-frame', ...paths, '-o', FOLDER, '--at', String(AT), '--format', 'png', '--force');
  });

  it.each(SAMPLES)('has the same pixels in page and command, and the colors of the player: %s', async (name) => {
    const file = await fetchSample(`video/${name}`);
    const { width, height, data } = await extractFrame(sourceFile(file, file.name), { at: AT }, { platform });
    const command = await madeByCommand(name);
    expect([width, height]).toEqual([command.width, command.height]);
    expect(data).toEqual(command.data);
    const player = await drawn(file);
    expect([width, height]).toEqual([player.width, player.height]);
    const sum = data.reduce((total, value, at) => total + Math.abs(value - (player.data[at] as number)), 0);
    // The browser rounds differently, and converts wide primaries.
    expect(sum / data.length).toBeLessThan(2);
  });
});
