import { describe, expect, it } from 'vitest';
import { addFiles, changeSettings, videoKind } from '#app/tools/video-maker/document.ts';
import { slideshowMaker as maker } from '#app/tools/video-maker/maker.ts';
import { planPreview } from '#app/tools/video-maker/preview-plan.ts';
import { filledSlots } from '#app/tools/video-maker/slots.ts';
import { cellsOf, imageBoundaries, trimBoundaries } from '#app/tools/video-maker/storyboard.ts';

const image = (id: string) => ({ id, name: `${id}.png` });

function plan(seconds: number, change: Parameters<typeof changeSettings>[0]) {
  const three = addFiles(maker, { images: ['a', 'b', 'c'].map(image), open: undefined })(videoKind(maker).initial);
  const video = addFiles(maker, { images: [image('s')], open: 'start' })(three);
  const { slots, settings } = changeSettings(change)(video);
  const preview = planPreview(maker, settings, filledSlots(maker, slots), seconds);
  return { ...preview, settings, boundaries: imageBoundaries(maker, settings, slots, preview.durations) };
}

describe('a storyboard', () => {
  it('has one cell for each image, whose crossfade belongs to the first of two images', () => {
    const { timeline } = plan(14, { imageDurationSec: 4, transitionSec: 0.5, frameRate: 10 });
    expect(cellsOf(timeline)).toEqual([
      { image: 'start', first: 0, frames: 20 },
      { image: 'main:0', first: 20, frames: 40 },
      { image: 'main:1', first: 60, frames: 40 },
      { image: 'main:2', first: 100, frames: 40 },
      { image: 'final', first: 140, frames: 10 },
    ]);
  });

  it('shows at most 60 cells, which together have all frames', () => {
    const cells = cellsOf(plan(3600, { imageDurationSec: 0.1 }).timeline);
    expect(cells).toHaveLength(60);
    expect(cells.reduce((sum, { frames }) => sum + frames, 0)).toBe(3601 * 30);
  });

  it('moves the end of each image by changing the one duration of all images, in tenths of a second', () => {
    const { boundaries } = plan(14, { imageDurationSec: 4 });
    expect(boundaries.map(({ name, at }) => [name, at])).toEqual([
      ['imageDurationSec', 6],
      ['imageDurationSec', 10],
      ['durStartSec', 2],
    ]);
    expect(boundaries[0]?.valueAt(5.04)).toBe(3);
    expect(boundaries[1]?.valueAt(9)).toBe(3.5);
    expect(boundaries[1]?.valueAt(100)).toBe(6);
    expect(boundaries[0]?.valueAt(-1)).toBe(0.1);
  });

  it('moves the end of the start image by whole seconds, and leaves one second for the main images', () => {
    const { boundaries } = plan(14, { imageDurationSec: 4, blankStartSec: 1 });
    const start = boundaries.at(-1);
    expect([start?.min, start?.at, start?.max]).toEqual([1, 3, 15]);
    expect(start?.valueAt(4.6)).toBe(4);
    expect(start?.valueAt(99)).toBe(14);
  });

  it('trims audio by whole seconds at both ends, and leaves at least one second', () => {
    const [start, end] = trimBoundaries(maker, plan(9, { trimStartSec: 2, trimEndSec: 3 }).settings, 9.5);
    expect([start?.at, start?.max, end?.at, end?.min]).toEqual([2, 5, 6.5, 3.5]);
    expect(start?.valueAt(3.4)).toBe(3);
    expect(end?.valueAt(8.4)).toBe(1);
    expect(end?.valueAt(0)).toBe(6);
  });
});
