import type { Size } from '../../geometry/point.ts';
import type { MovingSettings } from '../../video/moving/settings.ts';
import { placeWaveform } from '../../video/moving/waveform.ts';
import { marginsOf } from './caption-scene.ts';
import type { CaptionStyle } from './caption-style.ts';

const CLEARANCE_PCT = 2;

/** Moves captions at the lower edge above a waveform in the lower half, unless the style sets their distance. */
export function clearOfWaveform(
  style: CaptionStyle,
  { waveform = 'none', waveformSize = 20, waveformPlace = 'bottom' }: MovingSettings,
  size: Size,
): CaptionStyle {
  const isLow = style.anchor === 'none' || style.anchor.startsWith('bottom');
  if (waveform === 'none' || waveformPlace !== 'bottom' || !isLow) return style;
  if (style.vertical || style.marginPct !== undefined) return style;
  const { y, height } = placeWaveform(size, waveform, waveformSize, waveformPlace);
  const above = 100 - (100 * (y - height / 2)) / size.height + CLEARANCE_PCT;
  return above > 50 || above <= marginsOf(size).y ? style : { ...style, marginPct: above };
}
