import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { durationWarnings, planDurations, type VideoTiming } from '#core/video/plan/durations.ts';
import { countImages, planGops, shownImages } from '#core/video/plan/gop-plan.ts';
import { countSlides, fillWithSlides, imageDurationThatFits, slideFrames } from '#core/video/plan/slideshow.ts';
import { type ImageId, mixAt, planTimeline, type Segment, still, type Timeline } from '#core/video/plan/timeline.ts';
import { deepOr } from '../deep.ts';

const seed = { seed: 20, numRuns: deepOr(300, 100) };
const none: VideoTiming = {
  durStartSec: 0,
  durEndSec: 0,
  trimStartSec: 0,
  trimEndSec: 0,
  blankStartSec: 0,
  blankEndSec: 0,
};
const whole = fc.integer({ min: 0, max: 40 });
const anyTiming = fc.record({
  durStartSec: whole,
  durEndSec: whole,
  trimStartSec: whole,
  trimEndSec: whole,
  blankStartSec: whole,
  blankEndSec: whole,
});
const slots = (count: number) => Array.from({ length: count }, (_, slot): ImageId => `main:${slot}`);
const lengthOf = (segments: readonly Segment[]) => segments.reduce((total, { frames }) => total + frames, 0);
const timelineOf = (segments: readonly Segment[], fps = 30): Timeline => ({
  fps,
  segments,
  frames: lengthOf(segments),
});

describe('the parts of a video', () => {
  it.each([
    // Columns: audio, settings, audio with trims and blanks, planned main part, played main part, video; in seconds.
    [180, {}, 180, 180, 180, 181],
    [97.404, { durStartSec: 3, durEndSec: 2 }, 97.404, 92, 92, 98],
    [10.9, { trimStartSec: 2, trimEndSec: 1 }, 7.9, 7, 7, 8],
    [10, { blankStartSec: 2, blankEndSec: 3 }, 15, 15, 15, 21],
    [4, { durStartSec: 3, durEndSec: 3 }, 4, 0, 1, 8],
    [5, { durStartSec: 3, durEndSec: 2 }, 5, 0, 1, 7],
    [6, { durStartSec: 3, durEndSec: 2 }, 6, 1, 1, 7],
    [4, { trimStartSec: 9 }, -5, 0, 1, 2],
    [0.4, {}, 0.4, 0, 1, 2],
  ] as const)(
    'are planned for %d s of audio with the settings %j',
    (audio, settings, effective, main, played, total) => {
      const durations = planDurations(audio, { ...none, ...settings });
      expect(durations.effectiveAudioSec).toBeCloseTo(effective, 9);
      expect(durations).toMatchObject({ mainSec: main, playedMainSec: played, totalSec: total });
      expect(durationWarnings(durations)).toEqual(main === 0 && 'durStartSec' in settings ? ['mainDurationZero'] : []);
    },
  );

  it('add up to whole frames, whatever the settings', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 200, noNaN: true }),
        anyTiming,
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        fc.boolean(),
        (audio, timing, fps, hasStart, watermark) => {
          const durations = planDurations(audio, timing);
          const timeline = planTimeline({
            fps,
            timing,
            durations,
            hasStart,
            hasEnd: true,
            watermark,
            fillMain: (frames) => [still('main:0', frames)],
          });
          expect(timeline.frames).toBe(durations.totalSec * fps);
          expect(lengthOf(timeline.segments)).toBe(timeline.frames);
          expect(timeline.segments.every(({ frames }) => Number.isInteger(frames) && frames > 0)).toBe(true);
          expect(mixAt(timeline, timeline.frames - 1).from).toBe(watermark ? 'final' : 'white');
          const mainStart = (timing.blankStartSec + timing.durStartSec) * fps;
          expect(mixAt(timeline, mainStart).from).toBe('main:0');
          expect(mixAt(timeline, mainStart + durations.playedMainSec * fps).from).not.toBe('main:0');
          if (timing.blankStartSec > 0) expect(mixAt(timeline, 0).from).toBe('white');
          if (timing.durStartSec > 0)
            expect(mixAt(timeline, timing.blankStartSec * fps).from).toBe(hasStart ? 'start' : 'white');
        },
      ),
      seed,
    );
  });
});

describe('the end card', () => {
  it('is a second at the end that can be left out', () => {
    const partsOf = (endCard: boolean) => {
      const timing = { ...none, endCard };
      const durations = planDurations(8, timing);
      const fillMain = (frames: number) => [still('main:0', frames)];
      const { frames } = planTimeline({
        fps: 10,
        timing,
        durations,
        hasStart: false,
        hasEnd: false,
        watermark: true,
        fillMain,
      });
      return [durations.totalSec, frames];
    };
    expect([partsOf(true), partsOf(false)]).toEqual([[9, 90], [8, 80]]); // biome-ignore format: one line
  });
});

describe('a slideshow', () => {
  it('shows each image for its own duration, and others for the common one', () => {
    const timing = { imageDurationSec: 2, imageDurationsSec: [1, 0.5], transitionSec: 0.4 };
    expect(fillWithSlides(slots(3), timing, 10, 45)).toEqual([
      still('main:0', 6),
      { from: 'main:0', to: 'main:1', frames: 4 },
      still('main:1', 3),
      { from: 'main:1', to: 'main:2', frames: 2 },
      still('main:2', 16),
      { from: 'main:2', to: 'main:0', frames: 4 },
      still('main:0', 10),
    ]);
  });

  it('shows the images in order, each for its time, including the crossfade', () => {
    const segments = fillWithSlides(slots(3), { imageDurationSec: 2.5, transitionSec: 0.3 }, 30, 600);
    expect(segments.slice(0, 6)).toEqual([
      still('main:0', 66),
      { from: 'main:0', to: 'main:1', frames: 9 },
      still('main:1', 66),
      { from: 'main:1', to: 'main:2', frames: 9 },
      still('main:2', 66),
      { from: 'main:2', to: 'main:0', frames: 9 },
    ]);
    expect(lengthOf(segments)).toBe(600);
  });

  it('weights both images 50% in the middle of a crossfade', () => {
    const timeline = timelineOf(fillWithSlides(slots(2), { imageDurationSec: 2.5, transitionSec: 0.3 }, 30, 150));
    expect(mixAt(timeline, 65)).toEqual({ from: 'main:0', to: 'main:0', weight: 0 });
    expect(mixAt(timeline, 66)).toEqual({ from: 'main:0', to: 'main:1', weight: 0.1 });
    expect(mixAt(timeline, 70)).toEqual({ from: 'main:0', to: 'main:1', weight: 0.5 });
    expect(mixAt(timeline, 74).weight).toBeCloseTo(0.9, 12);
    expect(mixAt(timeline, 75)).toEqual({ from: 'main:1', to: 'main:1', weight: 0 });
  });

  it('never crossfades for more than half an image, and never with a single image', () => {
    expect(slideFrames({ imageDurationSec: 0.5, transitionSec: 9 }, 2, 30)).toEqual({ image: 15, transition: 7 });
    expect(slideFrames({ imageDurationSec: 2, transitionSec: 0.3 }, 1, 30)).toEqual({ image: 60, transition: 0 });
    expect(slideFrames({ imageDurationSec: 0.1, transitionSec: 0.3 }, 3, 1)).toEqual({ image: 1, transition: 0 });
  });

  it('fills any time exactly, repeats the images in a loop, and shortens the last slide', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 50 }),
        fc.constantFrom(1, 15, 24, 30, 60),
        fc.integer({ min: 1, max: 3000 }),
        (count, imageTenths, transitionTenths, fps, frames) => {
          const timing = { imageDurationSec: imageTenths / 10, transitionSec: transitionTenths / 10 };
          const { image, transition } = slideFrames(timing, count, fps);
          expect(transition).toBeLessThanOrEqual(image / 2);
          const segments = fillWithSlides(slots(count), timing, fps, frames);
          expect(lengthOf(segments)).toBe(frames);
          const timeline = timelineOf(segments, fps);
          const last = Math.ceil(frames / image) - 1;
          for (const frame of [0, image - 1, image, 2 * image - transition, frames >> 1, frames - 1]) {
            if (frame < 0 || frame >= frames) continue;
            const slide = Math.floor(frame / image);
            const into = frame % image;
            const fades = slide < last && into >= image - transition;
            const mix = mixAt(timeline, frame);
            expect(mix.from).toBe(`main:${slide % count}`);
            expect(mix.to).toBe(`main:${(fades ? slide + 1 : slide) % count}`);
            const expected = fades ? (into - (image - transition) + 1) / (transition + 1) : 0;
            expect(mix.weight).toBeCloseTo(expected, 12);
          }
        },
      ),
      seed,
    );
  });
});

describe('a slideshow that is fitted to its audio', () => {
  const durationThatFits = (images: number, seconds: number, fps = 30) =>
    imageDurationThatFits(images, seconds, fps, soundToSlideshow.params.imageDurationSec);
  const shownOf = (images: number, seconds: number, imageDurationSec: number, fps = 30) => {
    const ids = Array.from({ length: images }, (_, index): ImageId => `main:${index}`);
    const segments = fillWithSlides(ids, { imageDurationSec, transitionSec: 0.3 }, fps, seconds * fps);
    return new Set(segments.flatMap(({ from, to }) => [from, to])).size;
  };

  it('counts the images that never appear', () => {
    const timing = { imageDurationSec: 2.5, transitionSec: 0.3 };
    expect(countSlides(timing, 5, 30, 7)).toBe(3);
    for (let images = 2; images <= 20; images++)
      for (let seconds = 1; seconds <= 60; seconds++)
        expect(Math.min(images, countSlides(timing, images, 30, seconds))).toBe(shownOf(images, seconds, 2.5));
  });

  it('shows every image once, for whole tenths of a second if possible', () => {
    for (const fps of [1, 24, 30])
      for (let images = 1; images <= 20; images++)
        for (let seconds = Math.ceil(images / Math.min(10, fps)); seconds <= 120; seconds++) {
          const duration = durationThatFits(images, seconds, fps);
          expect(duration * 10).toBeCloseTo(Math.round(duration * 10), 9);
          expect(shownOf(images, seconds, duration, fps)).toBe(images);
        }
    expect(durationThatFits(3, 10)).toBe(3.4);
    expect(durationThatFits(4, 10)).toBe(2.5);
    expect(durationThatFits(20, 1)).toBe(0.1);
    // For comparison: with 0.4 s per image, two of the twenty images would never appear.
    expect(durationThatFits(20, 7)).toBe(0.3);
  });

  it('shows each image exactly once and fills the whole time', () => {
    const images: ImageId[] = ['main:0', 'main:1', 'main:2'];
    const timing = { imageDurationSec: durationThatFits(3, 10), transitionSec: 0 };
    const shown = fillWithSlides(images, timing, 30, 300);
    expect(shown.map(({ from, frames }) => [from, frames])).toEqual([
      ['main:0', 102],
      ['main:1', 102],
      ['main:2', 96],
    ]);
  });
});

describe('the groups of two seconds in a slideshow', () => {
  const video = (images: number, seconds: number, imageDurationSec = 2.5, transitionSec = 0.3) =>
    planGops(
      planTimeline({
        fps: 30,
        timing: none,
        durations: planDurations(seconds, none),
        hasStart: false,
        hasEnd: false,
        watermark: true,
        fillMain: (frames) => fillWithSlides(slots(images), { imageDurationSec, transitionSec }, 30, frames),
      }),
    );

  it('encode a still once, for any duration', () => {
    for (const seconds of [60, 3600]) {
      const plan = video(1, seconds);
      expect(plan.distinct.map(({ key }) => key)).toEqual(['main:0>main:0@0x60', 'final>final@0x30']);
      expect(countImages(plan)).toBe(2);
    }
  });

  it.each([
    // Columns: images, seconds per image, groups of two seconds in a cycle, distinct groups in a cycle.
    [10, 2.5, 25, 25],
    [10, 2, 10, 10],
    [10, 3, 15, 15],
    [4, 2.5, 5, 5],
    [3, 2.6, 39, 36],
  ])('of %d images, each shown for %d s, recur after %d groups', (images, seconds, cycle, different) => {
    const plan = video(images, cycle * 2 * 5, seconds);
    const rounds = plan.sequence.slice(0, cycle * 5);
    const first = plan.sequence.slice(0, cycle);
    // Ignores the last group, because the final frame follows it instead of the next image.
    expect(rounds.slice(0, -1)).toEqual([...first, ...first, ...first, ...first, ...first].slice(0, -1));
    expect(new Set(first).size).toBe(different);
    expect(plan.distinct.length).toBeLessThanOrEqual(different + 2);
  });

  it('cover every frame once, in order, and are equal exactly if their frames are equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 60 }),
        (images, imageTenths, transitionTenths, seconds, fps) => {
          const slides = { imageDurationSec: imageTenths / 10, transitionSec: transitionTenths / 10 };
          const timeline = timelineOf(fillWithSlides(slots(images), slides, fps, seconds * fps), fps);
          const plan = planGops(timeline);
          expect(plan.frames).toBe(timeline.frames);
          let frame = 0;
          for (const [index, place] of plan.sequence.entries()) {
            const gop = plan.distinct[place];
            expect(frame).toBe(index * 2 * fps);
            for (const { mix, frames } of gop?.runs ?? [])
              for (let count = 0; count < frames; count++) expect(mix).toEqual(mixAt(timeline, frame++));
            expect(gop?.runs.reduce((total, run) => total + run.frames, 0)).toBe(gop?.frames);
          }
          expect(frame).toBe(timeline.frames);
          expect(new Set(plan.distinct.map(({ key }) => key)).size).toBe(plan.distinct.length);
        },
      ),
      { seed: 21, numRuns: deepOr(60, 20) },
    );
  });

  it('list the images that appear', () => {
    expect([...shownImages(video(5, 6))].sort()).toEqual(['final', 'main:0', 'main:1', 'main:2']);
  });
});
