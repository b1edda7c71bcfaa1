import { fontLibrary } from '../fonts/library.ts';
import { boxHeight, boxWidth } from '../geometry/box.ts';
import type { PathCommand } from '../geometry/path.ts';
import type { Size } from '../geometry/point.ts';
import type { Fonts } from '../platform/fonts.ts';
import { type ShapeText, textRoom } from '../shapes/scene.ts';
import { hasText, SHAPE_FONT, SHAPE_LINE_GAP_EM, type ShapeComponent } from '../shapes/settings.ts';
import { layoutToFit } from './compose.ts';
import type { GlyphBox } from './glyph-box.ts';
import type { MissingGlyphs } from './item.ts';
import type { LayoutStyle } from './layout-style.ts';
import { glyphOutline } from './paint.ts';
import { prepareText } from './prepare.ts';

export interface LaidShapeText extends ShapeText {
  /** Size of the text in pixels; smaller than requested if the text was shrunk. */
  readonly fontSizePx: number;
  readonly missing: readonly MissingGlyphs[];
  /** True if the text doesn't fit into the shape at the smallest size either. */
  readonly overflows: boolean;
}

/** Lays out the texts inside shapes. Returns `undefined` for a shape without a text. */
export const layoutShapeTexts = (
  components: readonly ShapeComponent[],
  size: Size,
  fonts: Fonts,
): Promise<(LaidShapeText | undefined)[]> =>
  Promise.all(components.map((component) => layoutShapeText(component, size, fonts)));

async function layoutShapeText(
  component: ShapeComponent,
  size: Size,
  fonts: Fonts,
): Promise<LaidShapeText | undefined> {
  const room = hasText(component) ? textRoom(component, size) : undefined;
  if (!room) return undefined;
  const words = prepareText(component.text);
  const style: LayoutStyle = {
    fontSizePx: component.textSize,
    charGapEm: 0,
    lineGapEm: SHAPE_LINE_GAP_EM,
    vertical: false,
    variableWidth: true,
    align: 'center',
    vAlign: 'middle',
  };
  const set = await fontLibrary(fonts).prepare({ fontFamily: SHAPE_FONT, bold: false }, words);
  const area = { left: room.left, top: room.top, width: boxWidth(room), height: boxHeight(room) };
  const { boxes, fontSizePx, missing, overflows } = layoutToFit(words, set, style, area);
  const emoji = boxes.filter(({ outline }) => !outline).map(({ text, x, y, sizePx }) => ({ text, x, y, sizePx }));
  return { path: boxes.flatMap(glyphPath), emoji, fontSizePx, missing, overflows };
}

/** Returns the outline of a glyph of a horizontal line, in image pixels. */
function glyphPath(box: GlyphBox): PathCommand[] {
  const unit = box.outline ? box.sizePx / box.outline.face.unitsPerEm : 0;
  let at: readonly [number, number] = [0, 0];
  return [...glyphOutline(box).matchAll(/([MLQCZ])([^MLQCZ]*)/g)].map(([, letter, numbers = '']): PathCommand => {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map((value, index) =>
      index % 2 === 0 ? box.x + Number(value) * unit : box.y - Number(value) * unit,
    ) as [number, number, number, number, number, number];
    const [x1, y1, x2, y2] = values;
    const [fromX, fromY] = at;
    if (letter !== 'Z') at = values.slice(-2) as [number, number];
    switch (letter) {
      case 'M':
      case 'L':
        return [letter, x1, y1];
      case 'C':
        return ['C', ...values];
      case 'Q': {
        // A quadratic curve is a cubic curve whose control points are at two thirds of the way to its control point.
        const toward = (from: number, control: number) => from + ((control - from) * 2) / 3;
        return ['C', toward(fromX, x1), toward(fromY, y1), toward(x2, x1), toward(y2, y1), x2, y2];
      }
      default:
        return ['Z'];
    }
  });
}
