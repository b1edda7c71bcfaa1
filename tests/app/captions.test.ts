import { describe, expect, it } from 'vitest';
import { storedCues } from '#app/storage/stored-cues.ts';
import {
  addCue,
  changeCues,
  cueTimeText,
  editCue,
  freeTime,
  linesOf,
  mergeCue,
  parseCueTime,
  removeCue,
  shiftCues,
  splitCue,
  tappedCues,
} from '#app/tools/video-maker/captions.ts';
import { addFiles, removeFile, type VideoDocument, videoKind } from '#app/tools/video-maker/document.ts';
import { audioVideoMaker as maker } from '#app/tools/video-maker/maker.ts';
import { stretchesFrom } from '#app/tools/video-maker/playback.ts';
import { planPreview } from '#app/tools/video-maker/preview-plan.ts';
import type { Cue } from '#core/text/captions/captions.ts';

const { initial, parse } = videoKind(maker);
const cues: readonly Cue[] = [
  { start: 1, end: 3, text: 'One two' },
  { start: 3, end: 4, text: '三、四' },
];
const video: VideoDocument = { ...initial, cues };
const cuesBy = (change: (video: VideoDocument) => VideoDocument) => change(video).cues;

describe('the captions of a project', () => {
  it('are edited, split, merged, shifted and removed', () => {
    expect(cuesBy(editCue(0, { end: 2.5, text: 'x' }))?.[0]).toEqual({ start: 1, end: 2.5, text: 'x' });
    expect(cuesBy(editCue(0, { start: 9 }))?.map(({ text }) => text)).toEqual(['三、四', 'One two']);
    expect(cuesBy(splitCue(0))?.slice(0, 2)).toEqual([
      { start: 1, end: 2.143, text: 'One' },
      { start: 2.143, end: 3, text: 'two' },
    ]);
    expect(
      cuesBy(splitCue(1))
        ?.slice(1)
        .map(({ text }) => text),
    ).toEqual(['三、', '四']);
    expect(cuesBy(mergeCue(0))).toEqual([{ start: 1, end: 4, text: 'One two\n三、四' }]);
    expect(cuesBy(shiftCues(0.25))?.map(({ start, end }) => [start, end])).toEqual([[1.25, 3.25], [3.25, 4.25]]); // biome-ignore format: one line
    expect(cuesBy(shiftCues(-5))?.map(({ start }) => start)).toEqual([0, 2]);
    expect(cuesBy(removeCue(1))).toEqual(cues.slice(0, 1));
    expect(cuesBy(addCue(0.5))?.[0]).toEqual({ start: 0.5, end: 1, text: '' });
    expect([0.5, 2.5, 4].map((time) => freeTime(cues, time))).toEqual([0.5, 4, 4]);
    expect(changeCues(() => [])(video)).toEqual(initial);
    for (const none of [mergeCue(1), removeCue(7), splitCue(7), editCue(7, {}), shiftCues(0)])
      expect(none(video)).toBe(video);
  });

  it('are kept when files change, and restored from valid stored values only', () => {
    const withAudio = addFiles(maker, { audio: { id: 'a', name: 'a.mp3' }, images: [], open: undefined })(video);
    expect(removeFile('a')(withAudio)).toEqual(video);
    expect(addFiles(maker, { images: [], cues: cues.slice(1), open: undefined })(video).cues).toEqual(cues.slice(1));
    expect(parse(JSON.parse(JSON.stringify(video)))).toEqual(video);
    const stored = [null, 7, { start: 2 }, { start: 1, end: 1, text: '' }, { start: Number.NaN, end: 2, text: '' }];
    expect(storedCues([...stored, cues[1], cues[0]])).toEqual(cues);
    expect(storedCues('text')).toEqual([]);
  });

  it('are placed by taps: each line begins at its tap, and ends at the next', () => {
    expect(linesOf(' a \r\n\n b\nc')).toEqual(['a', 'b', 'c']);
    expect(tappedCues(['a', 'b', 'c'], [0.5, 2], 3)).toEqual([
      { start: 0.5, end: 2, text: 'a' },
      { start: 2, end: 3, text: 'b' },
    ]);
  });

  it('have times that people type', () => {
    expect([0, 83.5, 3723.25].map(cueTimeText)).toEqual(['0:00.00', '1:23.50', '1:02:03.25']);
    expect(['1:23.5', '83,5', '1:02:03.25', '１：２３'].map(parseCueTime)).toEqual([83.5, 83.5, 3723.25, 83]);
    expect(['', '-1', '1:2:3:4', 'x', '1e3'].map(parseCueTime)).toEqual([undefined, undefined, undefined, undefined, undefined]); // biome-ignore format: one line
  });

  it('are in the preview at the frames of the finished video, unless they are only a text track', () => {
    const settings = { ...initial.settings, frameRate: 10, blankStartSec: 1, trimStartSec: 2 };
    const { timeline, audio } = planPreview(maker, settings, ['main:0'], 8, { cues });
    expect(audio).toEqual({ played: { startSec: 2, endSec: 8 }, audioOffsetSec: -1 });
    const shown = [...stretchesFrom(timeline, 15)].map(({ mix, first, frames }) => [mix.overlay, first, frames]);
    expect(shown.slice(0, 3)).toEqual([['[null,"One two"]', 10, 10], ['[null,"三、四"]', 20, 10], [undefined, 30, 50]]); // biome-ignore format: one line
    const track = { ...settings, captionsAs: 'track' } as const;
    expect(planPreview(maker, track, ['main:0'], 8, { cues }).timeline.overlay).toEqual([]);
    expect(planPreview(maker, { ...track, title: 'A' }, ['main:0'], 8, { cues }).timeline.overlay).toEqual([
      { frame: 10, drawing: '["title",null]' },
      { frame: 80, drawing: undefined },
    ]);
  });
});
