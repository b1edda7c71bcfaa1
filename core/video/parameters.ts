import { choice, inSection, number, seconds, toggle } from '../parameters/fields.ts';
import { fitModes } from './plan/fit-modes.ts';
import { resolutionIds } from './plan/resolutions.ts';

/** A part of a video may be as long as four digits of seconds say: more than two and a half hours. */
const part = seconds({ default: 0, min: 0, max: 9999 });

/** The parameters that both makers of video have, but for how the main pictures fit. A section is a tab of theirs. */
export const videoParameters = {
  ...inSection('resolution', {
    resolution: choice({ options: resolutionIds, default: 'yt_1080p_landscape' }),
    watermark: toggle({ default: true }),
    fps: number({ default: 30, min: 1, max: 60, fractionDigits: 0, integerDigits: 2, unit: 'fps' }),
    quality: number({ default: 23, min: 0, max: 51, fractionDigits: 0, integerDigits: 2 }),
  }),
  ...inSection('sound', { trimStartSec: part, trimEndSec: part, blankStartSec: part, blankEndSec: part }),
  ...inSection('start', { durStartSec: part, fitStart: choice({ options: fitModes, default: 'cover' }) }),
  ...inSection('end', { durEndSec: part, fitEnd: choice({ options: fitModes, default: 'cover' }) }),
};
