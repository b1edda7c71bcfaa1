import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import { findSubject } from './find-subject.ts';
import { KNOWN, type RgbImage } from './grab-cut.ts';
import type { GrayMask } from './gray-mask.ts';
import { boxMean, guidedCoefficients } from './guided-filter.ts';
import { closedFormMatte } from './matte.ts';
import { enlarge, flatCoefficients, shrink } from './scaled-mask.ts';
import { MIN_SUBJECT_BOX, markHints, SUBJECT_SIDE, type SubjectOptions } from './subject.ts';

/** Distance in pixels of the scaled image from the outline within which opacity is uncertain. */
const BAND_PX = 6;
/** Windows in which opacity is a linear function of the colors, as in the matte. */
const MATTE_WINDOWS = { radius: 1, epsilon: 1 };

export interface WholeSubject {
  readonly mask: GrayMask;
  /** The image scaled down, and the subject's opacity in it, from 0 to 1. */
  readonly small: RgbImage;
  readonly alpha: Float64Array;
  /** False if the visitor should draw a box, because another outline may be as good. */
  readonly isClear: boolean;
}

/**
 * Finds the subject of a whole image without a box, and returns its mask. With `refine`, the mask has the opacities of
 * a matte (`closedFormMatte`) along the outline; otherwise it has hard edges.
 * @throws FudebakoError `subjectNowhere`
 */
export function wholeSubject(image: Raster, { hints, refine }: SubjectOptions): WholeSubject {
  if (Math.min(image.width, image.height) < MIN_SUBJECT_BOX) throw new FudebakoError('subjectNowhere');
  const frame = { x: 0, y: 0, width: image.width, height: image.height };
  const scale = Math.min(1, SUBJECT_SIDE / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const small: RgbImage = { width, height, rgb: shrink(image, frame, width, height) };
  const known = new Uint8Array(width * height).fill(KNOWN.nothing);
  markHints(known, small, frame, hints);
  const { labels, isClear } = findSubject(small, known);
  if (!labels.includes(1)) throw new FudebakoError('subjectNowhere');
  const hard = new Float64Array(labels);
  if (!refine) return { mask: enlarge(image, frame, small, flatCoefficients(labels), 1), small, alpha: hard, isClear };
  const shares = boxMean(width, height, hard, BAND_PX);
  const band = known.map((value, pixel) => {
    const share = shares[pixel] as number;
    return Number(value === KNOWN.nothing && share > 0 && share < 1);
  });
  const alpha = closedFormMatte(small, hard, band);
  const mask = enlarge(image, frame, small, guidedCoefficients(small, alpha, MATTE_WINDOWS), 1);
  return { mask, small, alpha, isClear };
}
