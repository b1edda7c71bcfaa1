import { describe, expect, it } from 'vitest';
import {
  type AddedFiles,
  addFiles,
  changeFit,
  changeSettings,
  moveImage,
  removeFile,
  type VideoDocument,
  videoKind,
} from '#app/tools/video-maker/document.ts';
import { intakeOf } from '#app/tools/video-maker/intake.ts';
import { audioVideoMaker, mainSlot, slideshowMaker as maker } from '#app/tools/video-maker/maker.ts';

const { initial, parse } = videoKind(maker);
const image = (id: string) => ({ id, name: `${id}.png` });
const added = (...ids: string[]) => addFiles(maker, { images: ids.map(image), open: undefined });

describe('a stored video project', () => {
  it('keeps its valid files and settings, and ignores everything else', () => {
    const start = image('a');
    const stored = {
      audio: { id: 'b', name: 7 },
      slots: { start: { ...start, blob: 'more' }, end: 'text', 'main:0': { id: 'c' }, 'main:20': start, other: start },
      settings: { durStartSec: 3, fps: 1e9, fitStart: 'no such fit', unknown: 1 },
    };
    expect(parse(stored)).toEqual({ slots: { start }, settings: { ...initial.settings, durStartSec: 3 } });
    const single = videoKind(audioVideoMaker);
    expect(single.parse({ slots: { 'main:0': start, 'main:1': start } })?.slots).toEqual({ 'main:0': start });
    for (const value of [undefined, null, 'text', [], { slots: 7 }, { settings: {} }])
      expect(parse(value)).toBeUndefined();
  });

  it('is the same after JSON', () => {
    const screen = added('a', 'b')(initial);
    expect(parse(JSON.parse(JSON.stringify(screen)))).toEqual(screen);
  });
});

describe('images that are added with their audio', () => {
  const audio = { id: 'song', name: 'song.wav' };
  const images = ['a', 'b', 'c'].map(image);
  const secondsAfter = (video: VideoDocument, made: Partial<AddedFiles>) =>
    addFiles(maker, { audio, audioSec: 20.4, images, open: undefined, ...made })(video).settings.imageDurationSec;

  it('fill the audio, each shown once, unless the visitor has set the duration of an image', () => {
    // The main part has 20 of 20.4 s: 6.7 s for each of three images.
    expect(secondsAfter(initial, {})).toBe(6.7);
    expect(secondsAfter(initial, { audio: undefined, audioSec: undefined })).toBe(2.5);
    expect(secondsAfter(initial, { images: images.slice(1, 2) })).toBe(2.5);
    expect(secondsAfter(changeSettings({ imageDurationSec: 4 })(initial), {})).toBe(4);
    expect(secondsAfter(added('d')(initial), {})).toBe(5);
  });
});

describe('changes of a video project that were made before its stored value arrived', () => {
  const stored: VideoDocument = { ...added('old', 'older')(initial), audio: { id: 'song', name: 'song.wav' } };
  const apply = (...changes: readonly ((screen: VideoDocument) => VideoDocument)[]) =>
    changes.reduce((screen, change) => change(screen), stored);

  it('move and remove the file that the visitor saw, not the file that is stored in its slot', () => {
    const moved = apply(added('new'), moveImage(maker, 'new', 4));
    expect(Object.entries(moved.slots).map(([slot, file]) => [slot, file?.id])).toEqual([
      [mainSlot(0), 'old'],
      [mainSlot(1), 'older'],
      [mainSlot(4), 'new'],
    ]);
    expect(apply(added('new'), removeFile('new'))).toEqual(stored);
  });

  it('set the fit mode of one slot, and keep the stored fit modes of the others', () => {
    const { settings } = apply(changeFit(maker, 1, 'contain'), changeFit(maker, 4, 'contain'));
    expect(settings.fitMainArray.slice(0, 5)).toEqual(['cover', 'contain', 'cover', 'cover', 'contain']);
  });

  it('skip images without a free slot, which the note then counts', () => {
    const full = added(...Array.from({ length: 18 }, (_, index) => `${index}`))(stored);
    const { slots } = added('x', 'y')(full);
    const arrivals = { images: ['x', 'y'], unopened: 3, open: 'start' as const, skippedAudio: 0 };
    expect(intakeOf(slots, arrivals)).toEqual({ toMain: 0, skippedImages: 5, skippedAudio: 0 });
    expect(intakeOf(added('x', 'y')(stored).slots, arrivals)).toEqual({ toMain: 2, skippedImages: 3, skippedAudio: 0 });
  });
});
