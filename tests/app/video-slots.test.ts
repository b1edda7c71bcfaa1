import { expect, it } from 'vitest';
import {
  arrivalDurations,
  audioVideoMaker,
  mainSlot,
  type SlotId,
  slideshowMaker,
} from '#app/tools/video-maker/maker.ts';
import { whiteParts } from '#app/tools/video-maker/preview-plan.ts';
import { placesFor, type Slots } from '#app/tools/video-maker/slots.ts';
import { planDurations } from '#core/video/plan/durations.ts';

const image = { id: 'a', name: 'a.png' };
const filled = (...slots: SlotId[]): Slots => Object.fromEntries(slots.map((slot) => [slot, image]));
const mains = (...numbers: number[]) => numbers.map((number) => mainSlot(number - 1));
const all = Array.from({ length: 20 }, (_, index) => mainSlot(index));

it.each<[string, typeof slideshowMaker, Slots, number, SlotId | undefined, readonly SlotId[]]>([
  ['one image replaces the image of the open slot', slideshowMaker, filled('start'), 1, 'start', ['start']],
  ['one image goes to the first empty slot', slideshowMaker, filled(...mains(1)), 1, undefined, mains(2)],
  [
    'several images fill the empty slots, starting at the open slot',
    slideshowMaker,
    filled(...mains(3)),
    3,
    mainSlot(1),
    mains(2, 4, 5),
  ],
  ['several images wrap around to the first slot', slideshowMaker, {}, 2, mainSlot(19), mains(20, 1)],
  [
    'several images start at an open start slot',
    slideshowMaker,
    filled(...mains(1)),
    3,
    'start',
    ['start', ...mains(2, 3)],
  ],
  ['several images start at an open end slot', slideshowMaker, filled('end'), 2, 'end', ['end', ...mains(1)]],
  ['images that fit no slot are skipped', slideshowMaker, filled(...all), 3, 'end', ['end']],
  ['every image is skipped if no slot is free', slideshowMaker, filled(...all), 3, undefined, []],
  ['a single main slot takes the first image', audioVideoMaker, filled(...mains(1)), 3, mainSlot(0), mains(1)],
  ['a single main slot is filled beside the start slot', audioVideoMaker, {}, 3, 'start', ['start', ...mains(1)]],
  [
    'a full main slot does not change when the start slot is filled',
    audioVideoMaker,
    filled(...mains(1)),
    3,
    'start',
    ['start'],
  ],
])('images are added to the slots of a video: %s', (_, maker, slots, count, open, places) => {
  expect(placesFor(maker, slots, count, open)).toEqual(places);
});

it('an image added to the start or end slot sets the slot’s duration to two seconds if it was 0', () => {
  const none = { durStartSec: 0, durEndSec: 0 };
  expect(arrivalDurations(none, 'start')).toEqual({ durStartSec: 2 });
  expect(arrivalDurations(none, 'end')).toEqual({ durEndSec: 2 });
  expect(arrivalDurations({ durStartSec: 7, durEndSec: 0 }, 'start')).toEqual({});
  expect(arrivalDurations(none, mainSlot(0))).toEqual({});
});

it('start and end parts of a video are white for their duration if they have no image', () => {
  const timing = { durStartSec: 1, durEndSec: 2, trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
  const durations = planDurations(10.5, timing);
  expect(whiteParts(durations, [])).toEqual([
    ['start', 1],
    ['end', 2],
  ]);
  expect(whiteParts(durations, ['start', 'end', ...mains(4)])).toEqual([]);
  expect(whiteParts(planDurations(9, { ...timing, durStartSec: 0 }), mains(1))).toEqual([['end', 2]]);
});
