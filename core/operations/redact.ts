import { ParameterError } from '../base/errors.ts';
import { requireUnit, unitField } from '../geometry/area-unit.ts';
import { valuesOfArea } from '../image/redact/redact-area.ts';
import { defineOperation } from '../operation.ts';
import { choice, color, group, list, number, parameters, visibleWhen } from '../parameters/fields.ts';

const position = { min: -100_000, max: 100_000, integerDigits: 6, fractionDigits: 6 } as const;
const edge = () => number(position);
const coordinate = () => number({ ...position, required: true });

export const MAX_STROKE_POINTS = 10_000;

/** An area to redact. `unitOf` defines the unit of an area without `unit`. */
const area = group({
  shape: choice({ options: ['rect', 'ellipse', 'brush'], default: 'rect' }),
  unit: unitField(),
  left: edge(),
  top: edge(),
  right: edge(),
  bottom: edge(),
  points: list({ item: group({ x: coordinate(), y: coordinate() }), maxItems: MAX_STROKE_POINTS }),
  /** Width of the redaction brush in pixels, or as a fraction of the image's width. */
  width: number({ ...position, min: 0 }),
});

const EDGES = ['left', 'top', 'right', 'bottom'] as const;

/** Redacts areas of an image so that the covered pixels can't be recovered. */
export const redact = defineOperation({
  id: 'redact',
  inputs: { image: 'image' },
  params: parameters({
    areas: list({ item: area, maxItems: 1000, required: true }),
    effect: choice({ options: ['blur', 'pixelate', 'solid'], default: 'blur' }),
    color: visibleWhen({ effect: ['solid'] }, color({ default: '#000000' })),
  }),
  output: 'image',
  perFrame: true,
  check: ({ areas }) => {
    if (areas.length === 0) throw new ParameterError('areas', { problem: 'required' }, undefined);
    for (const [index, each] of areas.entries()) {
      const needed = each.shape === 'brush' ? (['width'] as const) : EDGES;
      for (const name of needed)
        if (each[name] === undefined)
          throw new ParameterError(`areas[${index}].${name}`, { problem: 'required' }, undefined);
      if (each.shape === 'brush' && each.points.length === 0)
        throw new ParameterError(`areas[${index}].points`, { problem: 'required' }, undefined);
      requireUnit(each.unit, valuesOfArea(each), `areas[${index}].unit`);
    }
  },
  run: async ({ image }, params, context) => (await import('../image/redact/redact.ts')).redact(image, params, context),
});
