import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { NO_EDITS } from '#core/audio/edit/plan-edits.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { makeVideo } from '#core/video/make-video.ts';
import { blendPatches, toYuvPatch } from '#core/video/overlay/blend-patch.ts';
import { overlaySteps, type VideoOverlay } from '#core/video/overlay/overlay.ts';
import { countImages, planGops } from '#core/video/plan/gop-plan.ts';
import { type ImageId, mixAt, type Segment, still, type Timeline } from '#core/video/plan/timeline.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { memorySink } from '../core/memory-sink.ts';
import { noise, sampleImage } from '../core/test-images.ts';
import { deepOr } from '../deep.ts';
import { greyOfFrames, hasFfmpeg, withFile } from './ffmpeg.ts';
import { pngFile, wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());
vi.setConfig({ testTimeout: 120_000 });

/** Composes in RGB in floating point, then converts; independent of `blendPatches`. */
function composed(frame: Raster, patch: Raster, left: number, top: number): Raster {
  const result = createRaster(frame.width, frame.height);
  result.data.set(frame.data);
  for (let y = 0; y < patch.height; y++)
    for (let x = 0; x < patch.width; x++) {
      const [column, row] = [left + x, top + y];
      if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) continue;
      const [to, from] = [(row * frame.width + column) * 4, (y * patch.width + x) * 4];
      const alpha = (patch.data[from + 3] as number) / 255;
      for (let channel = 0; channel < 3; channel++) {
        const below = result.data[to + channel] as number;
        result.data[to + channel] = below + ((patch.data[from + channel] as number) - below) * alpha;
      }
    }
  return result;
}

const furthest = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((worst, value, at) => Math.max(worst, Math.abs(value - (b[at] as number))), 0);
const plain = (width: number, height: number) => sampleImage(width, height, () => [200, 60, 20, 255]);

describe('a drawing over a frame', () => {
  it('equals the frame that is composed in RGB, wherever it is', () => {
    const frame = plain(32, 24);
    for (const [left, top] of [
      [4, 6],
      [3, 5],
      [-5, -7],
      [25, 19],
      [-3, 3],
    ] as const) {
      // biome-ignore format: pairs
      const patch = noise(11, 9, { seed: 7, opaque: false });
      const yuv = toYuvPatch({ left, top, image: patch }, frame);
      const blended = blendPatches(toYuv(frame), yuv ? [yuv] : []);
      expect(furthest(blended.data, toYuv(composed(frame, patch, left, top)).data)).toBeLessThanOrEqual(1);
    }
    expect(toYuvPatch({ left: 40, top: 0, image: plain(4, 4) }, frame)).toBeUndefined();
    expect(toYuvPatch({ left: 0, top: -4, image: plain(4, 4) }, frame)).toBeUndefined();
  });

  it('replaces the frame exactly where it is opaque', () => {
    const [frame, patch] = [plain(16, 16), noise(16, 16, { seed: 3 })];
    const yuv = toYuvPatch({ left: 0, top: 0, image: patch }, frame);
    expect(blendPatches(toYuv(frame), yuv ? [yuv] : []).data).toEqual(toYuv(patch).data);
  });
});

const timelineOf = (segments: readonly Segment[], fps: number, overlay: Timeline['overlay'] = []): Timeline => ({
  fps,
  segments,
  frames: segments.reduce((total, { frames }) => total + frames, 0),
  overlay,
});

describe('the groups of frames under an overlay', () => {
  it('show each drawing at its frames, over stills and crossfades', () => {
    const segment = fc.record({
      from: fc.constantFrom<ImageId>('main:0', 'main:1'),
      to: fc.constantFrom<ImageId>('main:0', 'main:1'),
      frames: fc.integer({ min: 1, max: 90 }),
    });
    const change = fc.record({
      atSec: fc.double({ min: -1, max: 20, noNaN: true }),
      drawing: fc.constantFrom('a', 'b', 'a b', undefined),
    });
    const property = fc.property(
      fc.array(segment, { minLength: 1, maxLength: 8 }),
      fc.array(change, { maxLength: 20 }),
      (segments, changes) => {
        const sorted = changes.toSorted((one, other) => one.atSec - other.atSec);
        const timeline = timelineOf(segments, 10, overlaySteps(sorted, 10));
        const { distinct, sequence } = planGops(timeline);
        const shown = sequence.flatMap((place) =>
          (distinct[place]?.runs ?? []).flatMap(({ mix, frames }) => Array.from({ length: frames }, () => mix)),
        );
        expect(shown).toHaveLength(timeline.frames);
        for (const [frame, mix] of shown.entries()) {
          const drawing = sorted.findLast(({ atSec }) => Math.max(0, Math.round(atSec * 10)) <= frame)?.drawing;
          expect({ from: mix.from, weight: mix.weight, overlay: mix.overlay }).toEqual({
            from: mixAt(timeline, frame).from,
            weight: mixAt(timeline, frame).weight,
            overlay: drawing,
          });
        }
      },
    );
    fc.assert(property, { seed: 57, numRuns: deepOr(1000, 100) });
  });

  it('cost as much as there are changes, however long the video is', () => {
    const imagesOf = (seconds: number) => {
      const changes = Array.from({ length: 20 }, (_, index) => ({
        atSec: (index * seconds) / 20,
        drawing: index % 2 ? undefined : `${index}`,
      }));
      return countImages(planGops(timelineOf([still('main:0', seconds * 30)], 30, overlaySteps(changes, 30))));
    };
    expect(imagesOf(4000)).toBe(imagesOf(400));
    expect(imagesOf(4000)).toBeLessThan(60);
  });
});

describe.skipIf(!hasFfmpeg)('a video with overlays (needs ffmpeg)', () => {
  it('shows each drawing from its frame to its last, the upper over the lower', async () => {
    const grey = (value: number): Raster => sampleImage(1280, 720, () => [value, value, value, 255]);
    const overlay = (value: number, fromSec: number, toSec: number): VideoOverlay => ({
      changes: [{ atSec: fromSec, drawing: 'on' }, { atSec: toSec }],
      draw: () => [{ left: 0, top: 0, image: grey(value) }],
    });
    const sink = memorySink();
    const settings = {
      ...NO_EDITS,
      resolution: 'yt_720p_landscape',
      ...NO_EDITS,
      frameRate: 10,
      quality: 18,
      watermark: false,
      endCard: false,
      durStartSec: 0,
      durEndSec: 0,
      trimStartSec: 1,
      trimEndSec: 1,
      blankStartSec: 2,
      blankEndSec: 0,
    } as const;
    const main = await pngFile(
      sampleImage(64, 36, () => [100, 100, 100, 255]),
      platform,
    );
    const planned: unknown[] = [];
    await makeVideo(
      {
        audio: wavFile(8, () => 0),
        images: [{ id: 'main:0', file: main, fit: 'cover' }],
        settings,
        fillMain: (frames) => [still('main:0', frames)],
        overlays: [
          async (video) => {
            planned.push(video);
            return overlay(0, 2.5, 4.3);
          },
          async () => undefined,
          async () => overlay(200, 4, 5),
        ],
      },
      { platform, sink },
    );
    // 8 − 1 − 1 = 6 s of audio from 2 s on, after 2 s of white.
    expect(planned).toEqual([
      { width: 1280, height: 720, fps: 10, frames: 100, played: { startSec: 1, endSec: 7 }, audioOffsetSec: 1 },
    ]);
    const levels = withFile(sink.bytes(), greyOfFrames).map((level) => Math.round(level / 50) * 50);
    const expected = Array.from({ length: 100 }, (_, frame) => {
      if (frame >= 40 && frame < 50) return 200;
      if (frame >= 25 && frame < 43) return 0;
      return frame < 20 ? 250 : 100;
    });
    expect(levels).toEqual(expected);
  });
});
