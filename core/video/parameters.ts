import { audioEditParameters } from '../audio/edit/parameters.ts';
import {
  choice,
  color,
  inSection,
  needing,
  number,
  renamed,
  seconds,
  text,
  toggle,
  visibleWhen,
} from '../parameters/fields.ts';
import { waveformKinds, waveformPlaces } from './moving/settings.ts';
import { fitModes } from './plan/fit-modes.ts';
import { videoQualities } from './plan/qualities.ts';
import { resolutionIds } from './plan/resolutions.ts';

const withWaveform = { waveform: ['bars', 'line', 'mirrored', 'circle'] };

/** Maximum number of characters of a title or an artist that is drawn. */
const MAX_TITLE = 200;

const part = seconds({ default: 0, min: 0, max: 9999 });

/** Parameters that Create Video and Slideshow Video share. The sections are tabs of the panel, or parts of the tab `resolution`. */
export const videoParameters = {
  ...inSection('resolution', {
    resolution: choice({ options: resolutionIds, default: 'yt_1080p_landscape' }),
    endCard: toggle({ default: true }),
    watermark: visibleWhen({ endCard: [true] }, toggle({ default: false, pageDefault: true })),
  }),
  ...inSection('quality', {
    frameRate: renamed(
      'fps',
      number({ default: 30, min: 1, max: 60, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
    ),
    quality: number({ default: videoQualities.good, min: 0, max: 51, fractionDigits: 0, integerDigits: 2 }),
  }),
  ...inSection('sound', {
    trimStartSec: part,
    trimEndSec: part,
    blankStartSec: part,
    blankEndSec: part,
    ...audioEditParameters,
    tags: toggle({ default: true }),
  }),
  ...inSection('waveform', {
    waveform: choice({ options: waveformKinds, default: 'none' }),
    waveformSize: visibleWhen(
      withWaveform,
      number({ default: 20, min: 5, max: 80, fractionDigits: 0, integerDigits: 2, unit: 'percent' }),
    ),
    waveformPlace: visibleWhen(withWaveform, choice({ options: waveformPlaces, default: 'bottom' })),
    progressBar: toggle(),
    waveformColor: visibleWhen([withWaveform, { progressBar: [true] }], color({ default: '#ffffff' })),
  }),
  ...inSection('title', {
    title: text({ maxLength: MAX_TITLE }),
    artist: text({ maxLength: MAX_TITLE }),
  }),
  ...inSection('start', {
    durStartSec: part,
    fitStart: needing(['start'], choice({ options: fitModes, default: 'cover' })),
  }),
  ...inSection('end', { durEndSec: part, fitEnd: needing(['end'], choice({ options: fitModes, default: 'cover' })) }),
};
