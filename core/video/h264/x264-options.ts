import type { VideoEncoderSettings } from '../../platform/media.ts';

/**
 * By how much x264 lowers the quantizer of a block for each doubling of the frames that it predicts: 5 · (1 − qcomp).
 * x264 receives a held image once, so it can't know for how many frames it is shown.
 */
const GAIN_PER_DOUBLING = 2;

/** Options of x264 for closed groups: an IDR frame, then P frames that refer to the previous frame. No B-frames. */
export function x264Options({
  quality,
  hold = 0,
}: Pick<VideoEncoderSettings, 'quality' | 'hold'>): Readonly<Record<string, string>> {
  const factor = Math.max(Math.min(quality, 1), quality - GAIN_PER_DOUBLING * hold);
  return {
    preset: 'medium',
    profile: 'high',
    crf: String(Math.round(factor * 100) / 100),
    g: '100000',
    bf: '0',
    refs: '1',
    sc_threshold: '0',
    'x264-params': 'weightp=1:aud=1',
  };
}
