import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import type { Warning } from '#core/platform/context.ts';
import { paintCaption } from '#core/text/captions/caption-scene.ts';
import { composeTitle, type PlacedTitle } from '#core/text/captions/video-title.ts';
import { missingOf } from '#core/text/compose.ts';
import { resolutions } from '#core/video/plan/resolutions.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { sampleImage } from '../core/test-images.ts';
import { decodeFrames, hasFfmpeg, withFile } from './ffmpeg.ts';
import { makeVideo, pngFile, wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());
vi.setConfig({ testTimeout: 120_000 });
// Freezes the clock: an MP4 contains its creation time, and results are compared byte by byte.
vi.useFakeTimers({ toFake: ['Date'], now: 0 });

const frame = { width: 1280, height: 720 };
const small = { resolution: 'yt_720p_landscape', fps: 10 } as const;
const gray = (value: number) =>
  pngFile(
    sampleImage(64, 36, () => [value, value, value, 255]),
    platform,
  );
const audio = wavFile(5, () => 0);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Returns the least and greatest luma in a part of each frame's height, from 0 to 1. */
function lumaOf(bytes: Uint8Array, frames: readonly number[], [top, bottom]: readonly [number, number]) {
  const decoded = withFile(bytes, (path) => decodeFrames(path, frames));
  return decoded.map((data) => {
    const rows = data.subarray(frame.width * Math.round(frame.height * top), frame.width * frame.height * bottom);
    return rows.reduce(({ least, most }, luma) => ({ least: Math.min(least, luma), most: Math.max(most, luma) }), {
      least: 255,
      most: 0,
    });
  });
}

describe.skipIf(!hasFfmpeg)('the title of a video (needs ffmpeg)', () => {
  it('is over all images and their crossfades, and not over white and the end card', async () => {
    const inputs = { audio, main: [await gray(120), await gray(60)], end: await gray(90) };
    const timing = { blankStartSec: 1, durEndSec: 1, imageDurationSec: 2, transitionSec: 0.5 };
    const titled = { ...small, ...timing, title: 'Title', artist: 'Artist' };
    const { bytes } = await makeVideo('sound-to-slideshow', inputs, titled, platform);
    // White for a second, images for 6 s, and the end card. White is 235, the outline of the text is black.
    for (const [index, { least, most }] of lumaOf(bytes, range(0, 80), [0, 0.3]).entries()) {
      const isOverImage = index >= 10 && index < 70;
      expect(least < 45 && most > 200, `frame ${index}`).toBe(isOverImage);
    }
  });

  it.each([0, 255])('is legible on an image of brightness %i, beside a caption and a waveform', async (value) => {
    const captions = fileFromBytes('a.srt', new TextEncoder().encode('1\n00:00:02,000 --> 00:00:03,000\nCaption\n'));
    const params = {
      ...small,
      title: '長い航海の歌',
      waveform: 'line',
      waveformPlace: 'top',
      waveformColor: '#808080',
    };
    const inputs = { audio, main: await gray(value), captions };
    const { bytes } = await makeVideo('sound-to-video', inputs, params, platform);
    const frames = [0, 19, 20, 29, 30, 49];
    // The waveform ends at 27 % of the height. The title follows.
    for (const { least, most } of lumaOf(bytes, frames, [0.28, 0.45]))
      expect([least < 30, most > 220]).toEqual([true, true]);
    const isCaptioned = lumaOf(bytes, frames, [0.7, 1]).map(({ least, most }) => least < 30 && most > 220);
    expect(isCaptioned).toEqual([false, false, true, true, false, false]);
  });

  it('changes no byte if it is empty, and warns of characters without a glyph', async () => {
    const inputs = { audio, main: await gray(60) };
    const plain = await makeVideo('sound-to-video', inputs, small, platform);
    const empty = await makeVideo('sound-to-video', inputs, { ...small, title: ' ', artist: '' }, platform);
    expect(empty.bytes).toEqual(plain.bytes);
    const warnings: Warning[] = [];
    const onWarning = (warning: Warning) => void warnings.push(warning);
    await makeVideo('sound-to-video', inputs, { ...small, title: 'A\u{10fffd}' }, platform, { onWarning });
    expect(warnings).toEqual([expect.objectContaining({ code: 'glyphsMissing' })]);
  });
});

async function titleScene(settings: PlacedTitle, size: { readonly width: number; readonly height: number }) {
  const scene = await composeTitle(settings, size, { library: fontLibrary(platform.fonts), ownFonts: [] });
  const [patch] = paintCaption(scene, size, platform);
  if (!patch) throw new Error('The title has no pixels.');
  const { width, data } = patch.image;
  const alphas = data.filter((_, index) => index % 4 === 3);
  const columns = [...alphas.keys()].filter((at) => alphas[at]).map((at) => at % width);
  return {
    scene,
    lines: scene.texts.map(({ layout }) => layout.lines.length),
    sizes: scene.texts.map(({ layout }) => layout.fontSizePx),
    missing: missingOf(scene),
    top: (patch.top + Math.floor(alphas.findIndex((alpha) => alpha > 0) / width)) / size.height,
    bottom: (patch.top + Math.floor(alphas.findLastIndex((alpha) => alpha > 0) / width)) / size.height,
    left: columns.reduce((a, b) => Math.min(a, b)) / size.width,
    right: columns.reduce((a, b) => Math.max(a, b)) / size.width,
  };
}

describe('the place of a title', () => {
  const long = {
    words: 'A very long title of an episode that nobody would ever read to its end, with guests and more guests',
    japanese: 'とても長い題名なので二行に収まらず文字を小さくしても入り切らないかもしれない回'.repeat(4),
    word: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    lines: '一\n二\n三\n四',
    arabic: 'الحلقة الأولى من البرنامج '.repeat(7),
  };
  const sizes = Object.entries(resolutions);

  it.each(sizes)('has at most two lines inside the safe part of the frame: %s', async (_, { width, height }) => {
    const isTall = height > width;
    for (const text of Object.values(long)) {
      const set = await titleScene({ title: text.slice(0, 200), artist: text.slice(0, 200) }, { width, height });
      for (const lines of set.lines) expect(lines, text).toBeLessThanOrEqual(2);
      expect(
        set.missing.filter(({ family }) => family === undefined),
        text,
      ).toEqual([]);
      expect(set.top, text).toBeGreaterThan(isTall ? 0.14 : 0.05);
      expect(set.bottom, text).toBeLessThan(isTall ? 0.35 : 0.4);
      expect(set.left, text).toBeGreaterThan(isTall ? 0.11 : 0.07);
      expect(set.right, text).toBeLessThan(isTall ? 0.89 : 0.93);
    }
  });

  it('has the artist below the title, smaller, and a short title in one line at its full size', async () => {
    const both = await titleScene({ title: 'Title', artist: 'Artist' }, frame);
    expect(both.lines).toEqual([1, 1]);
    expect(both.sizes.map((px) => px / frame.height)).toEqual([expect.closeTo(0.06), expect.closeTo(0.04)]);
    const [title, artist] = both.scene.texts.map(({ layout }) => layout.bounds);
    expect(artist?.top).toBeGreaterThan((title?.top ?? 0) + (title?.height ?? 0));
    const shrunk = await titleScene(
      { title: long.japanese.slice(0, 80), artist: 'Artist' },
      resolutions.tt_720p_vertical,
    );
    expect(shrunk.sizes[1]).toBeLessThanOrEqual(shrunk.sizes[0] ?? 0);
    const alone = await titleScene({ artist: 'Artist' }, frame);
    expect([alone.top < 0.08, alone.bottom < 0.15]).toEqual([true, true]);
  });
});
