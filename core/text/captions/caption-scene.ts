import type { Size } from '../../geometry/point.ts';
import { defaultValues } from '../../parameters/parse.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OverlayPatch } from '../../video/overlay/overlay.ts';
import type { TextScene, Typesetter } from '../compose.ts';
import { composeHorizontal, composeVertical } from '../compose-page.ts';
import { paintTextScene } from '../paint-scene.ts';
import { type HorizontalStyle, horizontalStyle, type VerticalStyle, verticalStyle } from '../settings.ts';
import { touchedRows } from '../write.ts';
import type { CaptionStyle } from './caption-style.ts';

/**
 * Distances of captions from the edges in percent of the frame's width and height. Apps for vertical videos cover the
 * lowest fifth with texts, and the right tenth with buttons.
 */
const MARGINS = { portrait: { x: 12, y: 22 }, other: { x: 8, y: 6 } } as const;

export const isPortrait = ({ width, height }: Size): boolean => height > 1.3 * width;

/** Returns the distances of captions from the edges of a frame, in percent. */
export const marginsOf = (size: Size) => (isPortrait(size) ? MARGINS.portrait : MARGINS.other);

const LINE_GAP_EM = 0.3;

/** Lays out a caption in a frame. Text that doesn't fit between the margins shrinks. */
export function composeCaption(
  text: string,
  style: CaptionStyle,
  size: Size,
  typesetter: Typesetter,
): Promise<TextScene> {
  const { vertical, ruby, marginPct } = style;
  const { x, y } = marginsOf(size);
  const shorter = Math.min(size.width, size.height);
  const emPx = (shorter * style.sizePct) / 100;
  const look = {
    fontFamily: style.fontFamily,
    bold: style.bold,
    fontPctH: (100 * emPx) / size.height,
    paddingPctW: vertical ? (marginPct ?? x) : x,
    paddingPctH: vertical ? y : (marginPct ?? y),
    charGapEm: 0,
    colGapEm: LINE_GAP_EM,
    anchor: style.anchor === 'none' && !vertical ? ('bottom' as const) : style.anchor,
    shrinkToFit: true,
    textColor: style.textColor,
    outlineTextColor: style.outlineColor,
    outlineTextWidth: style.outlineEm * emPx,
    backing: style.box,
    backingColor: style.boxColor,
    backingPaddingEm: style.boxPaddingEm,
    backingRadiusEm: style.boxRadiusEm,
  };
  const page = { text, author: '', watermark: false };
  const setter = { ...typesetter, notation: { ruby } };
  if (vertical) {
    const { main, author } = defaultValues(verticalStyle.fields) as VerticalStyle;
    return composeVertical({ ...page, style: { main: { ...main, ...look }, author } }, size, setter);
  }
  const { main, author } = defaultValues(horizontalStyle.fields) as HorizontalStyle;
  const proportional = { ...main, ...look, useVariableWidthFont: true };
  return composeHorizontal({ ...page, style: { main: proportional, author } }, size, setter);
}

/**
 * Paints a caption on transparent rows as wide as the frame; no patch if nothing is visible.
 * @param scale size of the result relative to the frame, such as a preview; 1 by default
 */
export function paintCaption(
  scene: TextScene,
  size: Size,
  { canvases }: Pick<Platform, 'canvases'>,
  scale = 1,
): OverlayPatch[] {
  const rows = touchedRows(scene, size);
  const top = Math.max(0, Math.floor(Math.min(...rows.map(({ start }) => start)) * scale));
  const bottom = Math.min(Math.round(size.height * scale), Math.ceil(Math.max(...rows.map(({ end }) => end)) * scale));
  if (!(bottom > top)) return [];
  const canvas = canvases.create(Math.round(size.width * scale), bottom - top);
  try {
    paintTextScene(scene, { canvas, canvases }, { image: size, firstRow: top / scale, scale });
    return [{ left: 0, top, image: canvas.toRaster() }];
  } finally {
    canvas.release();
  }
}
