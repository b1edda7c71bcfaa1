import { ParameterError } from '../base/errors.ts';
import { type AreaUnit, requireUnit, unitField } from '../geometry/area-unit.ts';
import { defineOperation } from '../operation.ts';
import { choice, group, list, number, parameters, pixels, slider, toggle } from '../parameters/fields.ts';

const side = () => pixels({ max: 999_999, integerDigits: 6 });
const gray = (value: number) => number({ default: value, min: 0, max: 255, fractionDigits: 0, integerDigits: 3 });
const coordinate = () => number({ required: true, min: -100_000, max: 100_000, integerDigits: 6 });

/** A point of a stroke: position in pixels, and pen pressure, which scales the stroke's width. */
const point = group({
  x: coordinate(),
  y: coordinate(),
  pressure: number({ default: 1, min: 0, max: 1, integerDigits: 1, fractionDigits: 3 }),
});

/** A stroke of a tool. The eraser paints gray 0. The tools `keep` and `hide` mark subject and background. */
const stroke = group({
  tool: choice({ options: ['pen', 'eraser', 'keep', 'hide'], default: 'pen' }),
  gray: gray(255),
  widthPx: pixels({ default: 32, min: 1, max: 512, integerDigits: 3, control: 'slider' }),
  feather: number({ default: 0, min: 0, max: 100, integerDigits: 3, fractionDigits: 1, unit: 'px' }),
  points: list({ item: point, maxItems: 100_000, required: true }),
});

const place = { min: -100_000, max: 100_000, integerDigits: 6, fractionDigits: 4 } as const;
const edge = () => number(place);
const edges = { left: edge(), top: edge(), right: edge(), bottom: edge() };

const tolerance = () => slider({ default: 32, min: 0, max: 255, fractionDigits: 0, integerDigits: 3 });

export const MAX_LASSO_POINTS = 10_000;

/**
 * A selection. `unitOf` defines the unit of a subject's box; other selections are in mask pixels. A subject without edges
 * is found in the whole image.
 */
const selection = group({
  kind: choice({ options: ['subject', 'wand', 'rect', 'ellipse', 'lasso'], required: true }),
  unit: unitField(),
  combine: choice({ options: ['add', 'subtract', 'intersect', 'add-outside'], default: 'add' }),
  ...edges,
  x: edge(),
  y: edge(),
  tolerance: tolerance(),
  contiguous: toggle({ default: true }),
  points: list({ item: group({ x: coordinate(), y: coordinate() }), maxItems: MAX_LASSO_POINTS }),
});

const EDGES = ['left', 'top', 'right', 'bottom'] as const;
const neededBy = { wand: ['x', 'y'], rect: EDGES, ellipse: EDGES, lasso: [] } as const;
/** Minimum number of points of a lasso selection, because fewer points enclose no area. */
const MIN_LASSO_POINTS = 3;

function requireAll(values: Readonly<Record<string, unknown>>, names: readonly string[], path: string): void {
  for (const name of names)
    if (values[name] === undefined) throw new ParameterError(`${path}.${name}`, { problem: 'required' }, undefined);
}

type SubjectBox = { readonly [edge in (typeof EDGES)[number]]?: number | undefined } & {
  readonly unit?: AreaUnit | undefined;
};

/** Requires all edges of a subject's box, and a unit that fits them, if the subject has a box. */
function checkSubject(box: SubjectBox, path: string): void {
  if (![...EDGES, 'unit' as const].some((name) => box[name] !== undefined)) return;
  requireAll(box, EDGES, path);
  requireUnit(box.unit, { coordinates: EDGES.map((name) => box[name]) }, `${path}.unit`);
}

/** Creates a mask from selections and strokes, on a gray background or on the image's luminance. */
export const makeMask = defineOperation({
  id: 'make-mask',
  inputs: { image: { kind: 'image', optional: true } },
  params: parameters({
    width: side(),
    height: side(),
    gray: gray(0),
    subject: group({ ...edges, unit: unitField(), auto: toggle() }),
    wand: group({ x: edge(), y: edge() }),
    tolerance: tolerance(),
    contiguous: toggle({ default: true }),
    selections: list({ item: selection, maxItems: 200 }),
    refine: toggle({ default: true }),
    grow: slider({ default: 0, min: -100, max: 100, fractionDigits: 0, integerDigits: 3, unit: 'px' }),
    feather: slider({ default: 0, min: 0, max: 100, fractionDigits: 1, integerDigits: 3, unit: 'px' }),
    strokes: list({ item: stroke, maxItems: 10_000 }),
    invert: toggle(),
  }),
  output: 'image',
  check: ({ subject, wand, selections, strokes }) => {
    checkSubject(subject, 'subject');
    if (subject.auto && subject.left !== undefined)
      throw new ParameterError('subject.auto', { problem: 'exclusive', alternatives: ['subject.left'] }, true);
    if (Object.values(wand).some((each) => each !== undefined)) requireAll(wand, ['x', 'y'], 'wand');
    for (const [index, each] of selections.entries()) {
      const path = `selections[${index}]`;
      if (each.kind === 'subject') checkSubject(each, path);
      else requireAll(each, neededBy[each.kind], path);
      if (each.kind === 'subject') continue;
      if (each.unit === 'fraction') throw new ParameterError(`${path}.unit`, { options: ['px'] }, each.unit);
      if (each.kind === 'lasso' && each.points.length < MIN_LASSO_POINTS)
        throw new ParameterError(`${path}.points[${each.points.length}]`, { problem: 'required' }, undefined);
    }
    if (subject.auto || subject.left !== undefined || selections.some(({ kind }) => kind === 'subject')) return;
    const hint = strokes.findIndex(({ tool }) => tool === 'keep' || tool === 'hide');
    if (hint >= 0)
      throw new ParameterError(`strokes[${hint}].tool`, { options: ['pen', 'eraser'] }, strokes[hint]?.tool);
  },
  run: async ({ image }, params, context) => (await import('../image/make-mask.ts')).makeMask(image, params, context),
});
