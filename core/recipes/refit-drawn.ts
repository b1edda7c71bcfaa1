import { type AreaUnit, unitOf } from '../geometry/area-unit.ts';
import { hasArea, isUnsetBox, normalizeBox } from '../geometry/box.ts';
import type { Point, Size } from '../geometry/point.ts';
import { type RedactArea, valuesOfArea } from '../image/redact/redact-area.ts';
import { layer } from '../operations/layer.ts';
import { makeMask } from '../operations/make-mask.ts';
import { redact } from '../operations/redact.ts';
import type { Field, NumberField, ValuesOf } from '../parameters/fields.ts';
import { clampNumber, parseField, roundToDigits } from '../parameters/parse.ts';
import { type ShapeComponent, shapeComponent, shapeComponents } from '../shapes/settings.ts';
import { type Anchor, anchoredFrame, anchors, nearestAnchor } from '../text/anchor.ts';
import {
  type AdvancedText,
  advancedText,
  advancedTexts,
  horizontalStyle,
  pointsToPx,
  verticalStyle,
} from '../text/settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** Functions by operation that adapt parameters to another image size. Positions scale with the image's sides. */
export const drawnParameters: Readonly<Record<string, (params: Values, from: Size, to: Size) => Values>> = {
  'write-texts': (params, from, to) => ({
    texts: read(advancedTexts, params.texts).map((text) => refitText(text, from, to)),
  }),
  'write-vertical': (params, from, to) => ({ style: refitPage(read(verticalStyle, params.style), from, to) }),
  'write-horizontal': (params, from, to) => ({ style: refitPage(read(horizontalStyle, params.style), from, to) }),
  'draw-shapes': (params, from, to) => ({
    components: read(shapeComponents, params.components).map((each) => refitComponent(each, from, to)),
  }),
  'animate-vertical': (params, from, to) => ({ style: refitPage(read(verticalStyle, params.style), from, to) }),
  'animate-horizontal': (params, from, to) => ({ style: refitPage(read(horizontalStyle, params.style), from, to) }),
  'make-mask': refitMask,
  redact: (params, from, to) => ({
    areas: (parseField(redact.params.areas, params.areas, 'areas') as RedactArea[]).map((each) =>
      refitArea(each, from, to),
    ),
  }),
};

const read = <F extends Field>(field: F, raw: unknown) => parseField(field, raw, '') as never as FieldList<F>;
type FieldList<F> = F extends typeof advancedTexts
  ? AdvancedText[]
  : F extends typeof shapeComponents
    ? ShapeComponent[]
    : { readonly main: Outlined; readonly author: Outlined };

interface Outlined {
  readonly outlineTextWidth: number;
}

/** Scales a length by a factor. Nonzero lengths stay above 0. */
const scaled = (field: NumberField, value: number, by: number): number =>
  value === 0 ? 0 : Math.max(Math.min(field.step, value), clampNumber(field, value * by));

/** Scales a text, and its distance to the nearest corner or edge, by the smaller ratio of new to old side length. */
export function refitText(text: AdvancedText, from: Size, to: Size): AdvancedText {
  const by = Math.min(to.width / from.width, to.height / from.height);
  const box = normalizeBox(text.boundingBox);
  const length = (name: 'outlineTextWidth' | 'boxMargin' | 'borderWidth' | 'borderRadius') =>
    scaled(advancedText[name], text[name], by);
  const frame = anchoredFrame(to, nearestAnchor(box, from), from.width / from.height);
  return {
    ...text,
    ...(hasArea(box) && {
      boundingBox: {
        top: Math.round(frame.top + box.top * by),
        left: Math.round(frame.left + box.left * by),
        bottom: Math.round(frame.top + box.bottom * by),
        right: Math.round(frame.left + box.right * by),
      },
    }),
    fontPt: clampNumber(advancedText.fontPt, text.fontPt * by),
    outlineTextWidth: length('outlineTextWidth'),
    boxMargin: length('boxMargin'),
    borderWidth: length('borderWidth'),
    borderRadius: length('borderRadius'),
  };
}

/** Converts a text's box and font size from pixels to fractions, so that the text fits images of every size. */
export function textByFractions(text: AdvancedText, size: Size): AdvancedText {
  const { width, height } = size;
  const box = normalizeBox(text.boundingBox);
  const hasFractions = hasArea(normalizeBox(text.boxFractions));
  const isInside = hasArea(box) && box.bottom <= height && box.right <= width;
  const digits = advancedText.boxFractions.fields.top.fractionDigits;
  const fraction = (value: number, side: number) => roundToDigits(value / side, digits);
  const field = advancedText.fontPctH;
  const percent = roundToDigits((100 * pointsToPx(text.fontPt)) / height, field.fractionDigits);
  const byFractions = isInside && !hasFractions;
  const byHeight = text.fontPctH === undefined && percent >= field.min && percent <= field.max;
  return {
    ...text,
    ...(byFractions && {
      boxFractions: {
        top: fraction(box.top, height),
        left: fraction(box.left, width),
        bottom: fraction(box.bottom, height),
        right: fraction(box.right, width),
      },
    }),
    ...(byHeight && { fontPctH: percent }),
    ...(text.anchor === 'none' &&
      (byHeight || byFractions) && {
        anchor: hasArea(box) ? nearestAnchor(box, size) : anchorOfLines(text),
        anchorAspect: roundToDigits(width / height, advancedText.anchorAspect.fractionDigits),
      }),
  };
}

/** For a text without a box, returns the anchor in the image that matches the text's alignment. */
function anchorOfLines({ align, vAlign }: AdvancedText): Anchor {
  const column = ['left', 'center', 'right'].indexOf(align);
  const row = ['top', 'middle', 'bottom'].indexOf(vAlign);
  return anchors[1 + 3 * row + column] ?? 'center';
}

/** Scales the outline width of a text style with the image's height. All other lengths of a style are relative. */
export const refitOutline = <Part extends Outlined>(part: Part, from: Size, to: Size): Part => ({
  ...part,
  outlineTextWidth: scaled(advancedText.outlineTextWidth, part.outlineTextWidth, to.height / from.height),
});

function refitPage<Style extends { readonly main: Outlined; readonly author: Outlined }>(
  style: Style,
  from: Size,
  to: Size,
) {
  return { ...style, main: refitOutline(style.main, from, to), author: refitOutline(style.author, from, to) };
}

/** Scales a shape; border, margin, corners and text by the geometric mean of width and height ratio, so borders stay even. */
export function refitComponent(component: ShapeComponent, from: Size, to: Size): ShapeComponent {
  const [x, y] = [to.width / from.width, to.height / from.height];
  const mean = Math.sqrt(x * y);
  const { boundingBox: box, startPoint, endPoint, curvePoints } = component;
  const moved = <P extends Point>(point: P): P => ({
    ...point,
    x: roundToDigits(point.x * x, 2),
    y: roundToDigits(point.y * y, 2),
  });
  const length = (name: 'borderWidth' | 'boxMargin' | 'borderRadius' | 'textSize') =>
    scaled(shapeComponent[name], component[name], mean);
  const offset = (name: 'repeatXOffset' | 'repeatYOffset' | 'repeat2XOffset' | 'repeat2YOffset', by: number) =>
    clampNumber(shapeComponent[name], component[name] * by);
  return {
    ...component,
    ...(!isUnsetBox(box) && {
      boundingBox: {
        top: Math.round(box.top * y),
        left: Math.round(box.left * x),
        bottom: Math.round(box.bottom * y),
        right: Math.round(box.right * x),
      },
    }),
    startPoint: moved(startPoint),
    endPoint: moved(endPoint),
    curvePoints: curvePoints.map(moved),
    borderWidth: length('borderWidth'),
    boxMargin: length('boxMargin'),
    borderRadius: length('borderRadius'),
    textSize: length('textSize'),
    repeatXOffset: offset('repeatXOffset', x),
    repeatYOffset: offset('repeatYOffset', y),
    repeat2XOffset: offset('repeat2XOffset', x),
    repeat2YOffset: offset('repeat2YOffset', y),
  };
}

/** Scales a redacted area. A brush scales by the larger of width and height ratio, so that no redacted part shows. */
function refitArea(area: RedactArea, from: Size, to: Size): RedactArea {
  if (unitOf(area.unit, valuesOfArea(area)) !== 'px') return area;
  const [x, y] = [to.width / from.width, to.height / from.height];
  const by = (value: number | undefined, ratio: number) => value && roundToDigits(value * ratio, 2);
  return {
    ...area,
    unit: 'px',
    left: by(area.left, x),
    top: by(area.top, y),
    right: by(area.right, x),
    bottom: by(area.bottom, y),
    points: area.points.map((point) => ({ x: roundToDigits(point.x * x, 2), y: roundToDigits(point.y * y, 2) })),
    width: by(area.width, Math.max(x, y)),
  };
}

interface TopPlacing {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly scale?: number;
}

/** Scales a layer's offsets; the layer by the smaller of width and height ratio, so that the layer stays inside. */
export function refitTop<Placing extends TopPlacing>(
  placing: Placing,
  from: Size,
  to: Size,
): Placing & Required<TopPlacing> {
  const [x, y] = [to.width / from.width, to.height / from.height];
  return {
    ...placing,
    offsetX: clampNumber(layer.params.offsetX, placing.offsetX * x),
    offsetY: clampNumber(layer.params.offsetY, placing.offsetY * y),
    scale: clampNumber(layer.params.scale, (placing.scale ?? 1) * Math.min(x, y)),
  };
}

/** Scales selections and strokes of a mask that has the image's size. Lengths scale by the mean of both ratios. */
function refitMask({ width, height, ...params }: Values, from: Size, to: Size): Values {
  if (width || height) return {};
  const [x, y] = [to.width / from.width, to.height / from.height];
  const mean = Math.sqrt(x * y);
  const by = (value: number | undefined, ratio: number) =>
    value === undefined ? undefined : roundToDigits(value * ratio, 2);
  const moved = <P extends Point>(point: P): P => ({
    ...point,
    x: roundToDigits(point.x * x, 2),
    y: roundToDigits(point.y * y, 2),
  });
  const field = <Name extends keyof typeof makeMask.params>(name: Name) =>
    parseField(makeMask.params[name], params[name], name) as ValuesOf<typeof makeMask.params>[Name];
  const box = ({ left, top, right, bottom, unit }: SubjectBox): SubjectBox =>
    unitOf(unit, { coordinates: [left, top, right, bottom] }) === 'fraction'
      ? { left, top, right, bottom, unit }
      : { left: by(left, x), top: by(top, y), right: by(right, x), bottom: by(bottom, y), unit: 'px' };
  const { wand, subject } = { wand: field('wand'), subject: field('subject') };
  return {
    ...(subject.auto ? { subject: { auto: true } } : subject.left !== undefined && { subject: box(subject) }),
    ...(wand.x !== undefined && { wand: { x: by(wand.x, x), y: by(wand.y, y) } }),
    selections: field('selections').map((each) => ({
      ...each,
      ...(each.left !== undefined && box(each.kind === 'subject' ? each : { ...each, unit: 'px' })),
      x: by(each.x, x),
      y: by(each.y, y),
      points: each.points.map(moved),
    })),
    grow: clampNumber(makeMask.params.grow, field('grow') * mean),
    feather: clampNumber(makeMask.params.feather, field('feather') * mean),
    strokes: field('strokes').map((each) => ({
      ...each,
      widthPx: clampNumber(strokeFields.widthPx, each.widthPx * mean),
      feather: clampNumber(strokeFields.feather, each.feather * mean),
      points: each.points.map(moved),
    })),
  };
}

const strokeFields = makeMask.params.strokes.item.fields;

type SubjectBox = { readonly [edge in 'left' | 'top' | 'right' | 'bottom']?: number | undefined } & {
  readonly unit?: AreaUnit | undefined;
};
