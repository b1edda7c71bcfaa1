import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_CAPTION_BYTES, MAX_CUES_SHOWN } from '#core/base/limits.ts';
import { createRaster } from '#core/base/raster.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import type { Size } from '#core/geometry/point.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Warning } from '#core/platform/context.ts';
import { composeCaption, paintCaption } from '#core/text/captions/caption-scene.ts';
import { captionStyle } from '#core/text/captions/caption-style.ts';
import { type Cue, parseCaptions } from '#core/text/captions/captions.ts';
import { clearOfWaveform } from '#core/text/captions/clear-of-waveform.ts';
import { readEmbeddedCaptions } from '#core/text/captions/embedded.ts';
import { readCaptionFile } from '#core/text/captions/read-captions.ts';
import { shownTexts } from '#core/text/captions/shown-texts.ts';
import { writeSrt, writeVtt } from '#core/text/captions/write-captions.ts';
import { placeWaveform } from '#core/video/moving/waveform.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { sampleImage } from '../core/test-images.ts';
import { deepOr } from '../deep.ts';
import { encodeLegacy } from '../encode-legacy.ts';
import { decodeFrames, hasFfmpeg, probe, probePackets, withFile } from './ffmpeg.ts';
import { makeFile, makeVideo, pngFile, wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());
vi.setConfig({ testTimeout: 120_000 });
// Freezes the clock: an MP4 contains its creation time, and results are compared byte by byte.
vi.useFakeTimers({ toFake: ['Date'], now: 0 });

const small = { resolution: 'yt_720p_landscape', fps: 10, endCard: false } as const;
const grey = () =>
  pngFile(
    sampleImage(64, 36, () => [60, 60, 60, 255]),
    platform,
  );
const textFile = (text: string, name = 'captions.srt') => fileFromBytes(name, new TextEncoder().encode(text));

const SRT = `1
00:00:00,500 --> 00:00:01,000
before the audio that is played

2
00:00:02,300 --> 00:00:03,800
漢字《かんじ》の字幕

3
00:00:03,800 --> 00:00:04,400
次の字幕

4
00:00:05,000 --> 00:00:05,010
short

-00:00:01,000 --> NaN:00:02,000
invalid

5
01:00:00,000 --> 01:00:01,000
after the end
`;

/** Makes a video of 8 s with captions. Plays the audio from its second 1 on, after two seconds of white. */
async function captioned(
  captions: ReturnType<typeof textFile> | undefined,
  params: object = {},
  sample: (time: number) => number = () => 0,
) {
  const reported: Warning[] = [];
  const inputs = { audio: wavFile(8, sample), main: await grey(), ...(captions && { captions }) };
  const timing = { trimStartSec: 1, blankStartSec: 2, trimEndSec: 1 };
  const onWarning = (warning: Warning) => void reported.push(warning);
  const video = await makeVideo('sound-to-video', inputs, { ...small, ...timing, ...params }, platform, { onWarning });
  return { ...video, reported };
}

/** Returns the frames of a video on which white text is drawn, after the white frames at its start. */
function framesWithText(bytes: Uint8Array, first: number, last: number): number[] {
  const frames = Array.from({ length: last - first }, (_, index) => first + index);
  const drawn = withFile(bytes, (path) => decodeFrames(path, frames));
  return frames.filter((_, index) => drawn[index]?.subarray(0, 1280 * 720).some((luma) => luma > 200));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe.skipIf(!hasFfmpeg)('a video with captions (needs ffmpeg)', () => {
  it('shows each caption at its time in the audio, to the frame, and reports the others', async () => {
    const { bytes, reported } = await captioned(textFile(SRT));
    // The audio's second 1 is at second 2 of the video: captions are a second later there.
    expect(framesWithText(bytes, 20, 80)).toEqual([...range(33, 54), 60]);
    expect(reported).toEqual([
      { code: 'captionsSkipped', data: { count: 1 } },
      { code: 'captionsOutside', data: { count: 2, total: 5 } },
    ]);
  });

  it('shows captions at their sound when silence before the sound is removed', async () => {
    const tone = (time: number) => (time < 2.3 ? 0 : 0.4 * Math.sin(2 * Math.PI * 440 * time));
    const { bytes } = await captioned(textFile(SRT), { trimSilence: true }, tone);
    // The sound begins with the second caption, and is 2 s after the start of the video.
    const [first = 0] = framesWithText(bytes, 20, 60);
    expect(Math.abs(first - 20)).toBeLessThanOrEqual(1);
  });

  it('has the same bytes for captions in UTF-16 and Shift_JIS', async () => {
    const expected = (await captioned(textFile(SRT))).bytes;
    const text = SRT.replaceAll('\n', '\r\n');
    const units = Uint16Array.from(`\ufeff${text}`, (character) => character.charCodeAt(0));
    const utf16 = new Uint8Array(units.buffer);
    for (const bytes of [utf16, encodeLegacy(text, 'shift_jis') ?? utf16.subarray(0, 0)])
      expect((await captioned(fileFromBytes('captions.srt', bytes))).bytes).toEqual(expected);
  });

  it.each(['utf-8', 'shift_jis'] as const)(
    'reads captions in %s that are cut off within a character',
    async (encoding) => {
      const text = '1\n00:00:01,000 --> 00:00:02,000\n日本語の表';
      const bytes =
        encoding === 'utf-8' ? new TextEncoder().encode(text) : (encodeLegacy(text, encoding) as Uint8Array);
      const file = fileFromBytes('cut.srt', bytes.slice(0, -1));
      expect(await readCaptionFile(file, {})).toEqual([{ start: 1, end: 2, text: '日本語の' }]);
    },
  );

  it('has the captions as a text track, without ruby, instead of or beside the drawn captions', async () => {
    const track = (await captioned(textFile(SRT), { captionsAs: 'track' })).bytes;
    expect(framesWithText(track, 20, 80)).toEqual([]);
    const starts = withFile(track, (path) => {
      expect(probe(path).streams.map(({ codec_tag_string }) => codec_tag_string)).toEqual(['avc1', 'mp4a', 'wvtt']);
      return probePackets(path, 'd').map(({ pts_time }) => Number(pts_time));
    });
    // The packets are the gap, two captions, a gap, and the caption that is shown for one frame.
    expect(starts).toEqual([0, 3.3, 4.8, 5.4, 6]);
    const both = (await captioned(textFile(SRT), { captionsAs: 'both' })).bytes;
    expect(framesWithText(both, 20, 80)).toEqual([...range(33, 54), 60]);
    for (const bytes of [track, both])
      expect((await readEmbeddedCaptions(fileFromBytes('a.mp4', bytes), 'ja'))?.cues).toEqual([
        { start: 3.3, end: 4.8, text: '漢字の字幕' },
        { start: 4.8, end: 5.4, text: '次の字幕' },
        { start: 6, end: 6.1, text: 'short' },
      ]);
  });

  it('has the bytes of a video without captions if all captions are outside the audio', async () => {
    const outside = textFile('WEBVTT\n\n01:00:00.000 --> 01:00:02.000\nlate\n', 'late.vtt');
    const plain = (await captioned(undefined)).bytes;
    expect((await captioned(outside, { captionsAs: 'both' })).bytes).toEqual(plain);
  });

  it('refuses files without captions, and fonts that are unknown', async () => {
    const refused = (error: object) => expect.objectContaining(error);
    await expect(captioned(textFile('no captions here'))).rejects.toEqual(
      refused({ code: 'captionsRead', data: { file: 'captions.srt' } }),
    );
    await expect(captioned(textFile('1\n'.repeat(MAX_CAPTION_BYTES / 2 + 1)))).rejects.toEqual(
      refused({ code: 'captionsTooMany' }),
    );
    await expect(captioned(textFile('00:01.000 --> 00:02.000\na\n'.repeat(100_000)))).rejects.toEqual(
      refused({ code: 'captionsTooMany' }),
    );
    await expect(captioned(textFile(SRT), { captionStyle: { fontFamily: 'own:Missing' } })).rejects.toEqual(
      refused({ code: 'fontUnknown' }),
    );
  });
});

describe.skipIf(!hasFfmpeg)('a text animation with captions (needs ffmpeg)', () => {
  const params = { text: 'A', width: 640, height: 360, background: '#202020', durationSec: 3, frameRate: 10 };
  const animate = (captionsAs: string, format = 'mp4') =>
    makeFile('animate-horizontal', { captions: textFile(SRT) }, { ...params, captionsAs, format }, platform);

  it('shows each caption at its time, and has them as a text track', async () => {
    const { bytes } = await animate('both');
    const frames = range(0, 30);
    const drawn = withFile(bytes, (path) => decodeFrames(path, frames));
    const lower = 640 * 300;
    const white = frames.filter((_, index) => drawn[index]?.subarray(lower, 640 * 360).some((luma) => luma > 200));
    expect(white).toEqual([...range(5, 10), ...range(23, 30)]);
    expect((await readEmbeddedCaptions(fileFromBytes('a.mp4', bytes), 'ja'))?.cues).toEqual([
      { start: 0.5, end: 1, text: 'before the audio that is played' },
      { start: 2.3, end: 3, text: '漢字の字幕' },
    ]);
  });

  it('is refused as a GIF', async () => {
    await expect(animate('burned', 'gif')).rejects.toThrow(expect.objectContaining({ path: 'format' }));
  });
});

/** Returns the box of visible pixels of a caption, as fractions of the frame. */
async function inkOf(text: string, size: Size, style: object = {}) {
  const library = fontLibrary(platform.fonts);
  const scene = await composeCaption(text, parseParameters(captionStyle.fields, style), size, {
    library,
    ownFonts: [],
  });
  const [patch] = paintCaption(scene, size, platform);
  const { image, top } = patch ?? { image: createRaster(1, 1), top: 0 };
  const inked = Array.from({ length: image.width * image.height }, (_, at) => at).filter(
    (at) => image.data[at * 4 + 3],
  );
  const spanOf = (places: readonly number[], side: number) => ({
    from: places.reduce((a, b) => Math.min(a, b)) / side,
    to: (places.reduce((a, b) => Math.max(a, b)) + 1) / side,
  });
  const across = spanOf(inked.map((at) => at % image.width), size.width); // biome-ignore format: one line
  const down = spanOf(inked.map((at) => top + Math.floor(at / image.width)), size.height); // biome-ignore format: one line
  return { left: across.from, right: across.to, top: down.from, bottom: down.to };
}

describe('the place of a caption', () => {
  const tall = { width: 270, height: 480 };
  const wide = { width: 480, height: 270 };

  it('is clear of the texts and buttons of apps in vertical videos', async () => {
    const long = await inkOf('A caption of many words that needs several lines in a vertical video.', tall);
    expect(long.bottom).toBeLessThan(0.79);
    expect([long.left > 0.11, long.right < 0.89]).toEqual([true, true]);
    const short = await inkOf('Short', wide);
    expect([short.top > 0.8, short.bottom < 0.95]).toEqual([true, true]);
    expect((short.left + short.right) / 2).toBeCloseTo(0.5, 1);
  });

  it('is above a waveform at the lower edge, unless the style names a distance', () => {
    const style = parseParameters(captionStyle.fields, {});
    const { marginPct = 0 } = clearOfWaveform(style, { waveform: 'bars' }, wide);
    const { y, height } = placeWaveform(wide, 'bars', 20, 'bottom');
    expect(wide.height * (1 - marginPct / 100)).toBeLessThan(y - height / 2);
    const others = [{ ...style, marginPct: 5 }, { ...style, anchor: 'top' } as const, { ...style, vertical: true }];
    for (const other of others) expect(clearOfWaveform(other, { waveform: 'bars' }, wide)).toBe(other);
    expect(clearOfWaveform(style, { waveform: 'bars', waveformPlace: 'top' }, wide)).toBe(style);
  });

  it('is a column at the right for vertical text, and the edge that the style names', async () => {
    const column = await inkOf('縦書きの字幕', wide, { vertical: true });
    expect([column.left > 0.8, column.top < 0.15, column.bottom > 0.3]).toEqual([true, true, true]);
    const top = await inkOf('Top', wide, { anchor: 'top', marginPct: 20 });
    expect([top.top > 0.19, top.bottom < 0.35]).toEqual([true, true]);
  });

  it('holds a line without end, which shrinks', async () => {
    const { left, right, top, bottom } = await inkOf('word '.repeat(400), tall);
    expect([left > 0.1, right < 0.9, top > 0.2, bottom < 0.8]).toEqual([true, true, true, true]);
  });
});

const cue = fc
  .record({
    start: fc.integer({ min: 0, max: 60_000 }),
    length: fc.integer({ min: 1, max: 20_000 }),
    text: fc.constantFrom('a', 'b <i>&amp;', '漢字《かんじ》', '{\\an8}x', 'two\nlines', '1', '-->'),
  })
  .map(({ start, length, text }): Cue => ({ start: start / 1000, end: (start + length) / 1000, text }));
const cues = fc.array(cue, { minLength: 1, maxLength: 30 }).map((all) => all.sort((a, b) => a.start - b.start));

describe('captions', () => {
  it('are the same after writing and reading WebVTT, and in SubRip without markup', () => {
    const options = { seed: 57, numRuns: deepOr(1000, 100) };
    fc.assert(
      fc.property(cues, (all) => void expect(parseCaptions(writeVtt(all))).toEqual(all)),
      options,
    );
    const plain = cues.map((all) => all.map((each) => ({ ...each, text: each.text.replace(/[<{].*/, 'c') })));
    fc.assert(
      fc.property(plain, (all) => void expect(parseCaptions(writeSrt(all))).toEqual(all)),
      options,
    );
  });

  it('that overlap are shown one below the other, at every time', () => {
    const property = fc.property(cues, fc.integer({ min: 0, max: 80_000 }), (all, at) => {
      const shown = shownTexts(all);
      for (const [index, { start, end }] of shown.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(shown[index + 1]?.start ?? end).toBeGreaterThanOrEqual(end);
      }
      const time = at / 1000 + 0.0005;
      const now = all.filter(({ start, end }) => start < time && time < end).slice(0, MAX_CUES_SHOWN);
      const expected = now.map(({ text }) => text).join('\n');
      expect(shown.find(({ start, end }) => start < time && time < end)?.text ?? '').toBe(expected);
    });
    fc.assert(property, { seed: 57, numRuns: deepOr(2000, 200) });
  });

  it('keep ruby as notation for drawing only', () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>東京<rt>とうきょう</rt></ruby>タワー\n';
    expect(parseCaptions(vtt, { ruby: true })[0]?.text).toBe('｜東京《とうきょう》タワー');
    expect(parseCaptions(vtt)[0]?.text).toBe('東京タワー');
  });
});
