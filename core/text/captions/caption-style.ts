import {
  beside,
  choice,
  color,
  group,
  inSection,
  needing,
  number,
  toggle,
  type ValuesOf,
  visibleWhen,
} from '../../parameters/fields.ts';
import { anchors } from '../anchor.ts';
import { fontFamily } from '../settings.ts';
import { writingInputs } from '../writing-inputs.ts';

const em = (value: number, max: number) =>
  number({ default: value, min: 0, max, step: 0.01, integerDigits: 1, unit: 'em' });

/** Look of burned captions. Lengths refer to the frame or the font size, so that one style fits every video size. */
export const captionStyleFields = {
  fontFamily: fontFamily('Noto Sans JP'),
  bold: toggle({ default: true }),
  /** Font size in percent of the frame's shorter side. */
  sizePct: beside(number({ default: 5.5, min: 1, max: 20, step: 0.5, integerDigits: 2, unit: 'percent' })),
  textColor: color({ default: '#FFFFFF', alpha: true }),
  outlineColor: color({ default: '#000000', alpha: true }),
  outlineEm: beside(em(0.08, 0.5)),
  /** Colored background: a box behind each line, or one box behind all lines. */
  box: choice({ options: ['none', 'lines', 'block'], default: 'none' }),
  boxColor: visibleWhen({ box: ['lines', 'block'] }, color({ default: '#000000b3', alpha: true })),
  boxPaddingEm: visibleWhen({ box: ['lines', 'block'] }, em(0.2, 2)),
  boxRadiusEm: beside(visibleWhen({ box: ['lines', 'block'] }, em(0.1, 2))),
  /** Edge, corner or center of the frame; `none` is the lower edge, or the right edge for columns. */
  anchor: choice({ options: anchors, default: 'none' }),
  /** Distance from that edge in percent of the frame; by default, clear of the buttons of apps for vertical videos. */
  marginPct: beside(number({ min: 0, max: 45, step: 0.5, integerDigits: 2, unit: 'percent' })),
  /** True to set the captions in vertical columns. */
  vertical: toggle(),
  /** True to parse the notation of ruby, emphasis dots and tate-chu-yoko. */
  ruby: toggle({ default: true }),
} as const;

export const captionStyle = group(captionStyleFields);

export type CaptionStyle = ValuesOf<typeof captionStyleFields>;

/** Parameters of a video with captions, which have no effect without the input `captions`. */
export const captionParameters = inSection('captions', {
  captionsAs: needing(['captions'], choice({ options: ['burned', 'track', 'both'], default: 'burned' })),
  captionStyle: needing(['captions'], captionStyle),
});

export type CaptionParameters = ValuesOf<typeof captionParameters>;

/** Inputs of a video with captions: a caption file, and font files that the style names. */
export const captionInputs = {
  captions: { kind: 'file', optional: true, extensions: ['srt', 'vtt', 'ass', 'ssa'] },
  fonts: writingInputs.fonts,
} as const;
