import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import type { Size } from '#core/geometry/point.ts';
import { type AnyOperation, operations } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import { readRecipeLink, recipeFragment } from '#core/recipes/link.ts';
import { parseRecipe, type Recipe, runSteps } from '#core/recipes/recipe.ts';
import { recipeDocument } from '#core/recipes/recipe-form.ts';
import { recipeByFractions, recipeMadeOn, refitRecipe } from '#core/recipes/refit.ts';
import { platform } from '../inline-platform.ts';
import { noise } from './test-images.ts';

const context = { platform };
const MADE_ON: Size = { width: 90, height: 60 };
const OTHERS: readonly Size[] = [
  { width: 90, height: 60 },
  { width: 60, height: 90 },
  { width: 31, height: 17 },
  { width: 180, height: 120 },
];

const box = { left: 12, top: 8, right: 61, bottom: 41 };
const points = [
  { x: 10, y: 9 },
  { x: 70, y: 30 },
  { x: 20, y: 50 },
];

/** Steps with values in pixels. Together they set every parameter in pixels of every operation on images. */
const STEPS: Readonly<Record<string, Recipe[number]>> = {
  crop: { operation: 'crop', params: { topX: 7, topY: 5, bottomX: 67, bottomY: 44 } },
  'scale to a size': { operation: 'scale', params: { width: 45, height: 30 } },
  'scale to the long edge': { operation: 'scale', params: { longEdge: 50 } },
  pad: { operation: 'pad', params: { width: 200, height: 190, anchor: 'bottom-right' } },
  'redact a rectangle': { operation: 'redact', params: { areas: [box] } },
  'redact an ellipse': { operation: 'redact', params: { areas: [{ shape: 'ellipse', ...box }], effect: 'pixelate' } },
  'redact by a stroke': {
    operation: 'redact',
    params: { areas: [{ shape: 'brush', points, width: 9 }], effect: 'solid', color: '#102030' },
  },
  'draw a shape': {
    operation: 'draw-shapes',
    params: {
      components: [
        {
          shape: 'rect',
          boundingBox: box,
          text: 'A',
          textSize: 12,
          borderWidth: 3,
          boxMargin: 4,
          borderRadius: 6,
          repeatCount: 2,
          repeatXOffset: 11,
          repeatYOffset: 7,
          repeat2Count: 2,
          repeat2XOffset: 13,
          repeat2YOffset: 17,
        },
      ],
    },
  },
  'draw a line': {
    operation: 'draw-shapes',
    params: { components: [{ shape: 'line', startPoint: points[0], endPoint: points[1], borderWidth: 5 }] },
  },
  'draw a curve': {
    operation: 'draw-shapes',
    params: { components: [{ shape: 'curve', curvePoints: points, borderWidth: 5 }] },
  },
  'make a mask of selections': {
    operation: 'make-mask',
    params: {
      selections: [
        { kind: 'rect', ...box },
        { kind: 'lasso', points, combine: 'subtract' },
        { kind: 'wand', x: 5, y: 50 },
      ],
      grow: 2,
      feather: 3,
      strokes: [{ points, widthPx: 7, feather: 2 }],
    },
  },
  'make a mask of a color': { operation: 'make-mask', params: { wand: { x: 30, y: 20 }, tolerance: 90 } },
  'put a layer on top': {
    operation: 'layer',
    params: { offsetX: 9, offsetY: -6, scale: 0.5 },
    inputs: { top: 'top.png' },
  },
  'write texts': {
    operation: 'write-texts',
    params: {
      texts: [
        {
          text: 'Ag',
          boundingBox: box,
          fontPt: 20,
          outlineTextWidth: 2,
          drawBox: true,
          boxMargin: 3,
          borderWidth: 4,
          borderRadius: 5,
        },
      ],
    },
  },
  'write vertical text': {
    operation: 'write-vertical',
    params: { text: '縦書', author: 'A', style: { main: { outlineTextWidth: 3 }, author: { outlineTextWidth: 2 } } },
  },
  'write horizontal text': {
    operation: 'write-horizontal',
    params: { text: 'Text', author: 'A', style: { main: { outlineTextWidth: 2 }, author: { outlineTextWidth: 3 } } },
  },
};

/** Not run, because an image of noise has no subject. */
const SUBJECT: Recipe[number] = { operation: 'make-mask', params: { subject: box } };

const top = noise(20, 14, { seed: 3 });
const run = (image: Raster, recipe: unknown) => runSteps(image, parseRecipe(recipe), context, async () => top);

/** Returns the JSON of the recipe in a command line for a POSIX shell. */
const recipeOfCommand = (line: string): unknown => JSON.parse((/ run '(.*)' -o /s.exec(line) ?? [])[1] as string);

const single = Object.entries(STEPS);
const recipes: [string, Recipe][] = [
  ...single.map(([name, step]): [string, Recipe] => [name, [step]]),
  ...single.map(([name, step]): [string, Recipe] => [
    `${name} after a crop and a rotation`,
    [STEPS.crop as Recipe[number], { operation: 'rotate', params: { turn: 90 } }, step],
  ]),
];

describe('a recipe that was made while several images were open', () => {
  it.each(recipes)('gives the bytes of the page on images of other sizes: %s', async (_, recipe) => {
    for (const cropBy of ['fractions', 'ratio'] as const) {
      const copied = recipeByFractions(recipe, MADE_ON, cropBy);
      const forms: unknown[] = [JSON.parse(JSON.stringify(recipeDocument(copied)))];
      forms.push(await readRecipeLink(`#${await recipeFragment(copied)}`));
      const line = commandLine(copied, 'photo.png', 'out.png');
      if (line.includes(' run ')) forms.push(recipeOfCommand(line));
      for (const size of OTHERS) {
        const image = noise(size.width, size.height);
        // The page's batch adapts each recipe to each image before it runs the recipe.
        const made = await run(image, refitRecipe(copied, MADE_ON, size, cropBy));
        for (const form of forms) {
          const result = await run(image, form);
          expect([result.width, result.height]).toEqual([made.width, made.height]);
          expect(result.data).toEqual(made.data);
        }
      }
    }
  });

  it.each(single)('hides or draws at the same place as before on images of the same size: %s', async (_, step) => {
    const image = noise(MADE_ON.width, MADE_ON.height);
    const [before, after] = [await run(image, [step]), await run(image, recipeMadeOn([step], MADE_ON))];
    expect(after.data).toEqual(before.data);
  });

  it('moves each area with the image', async () => {
    for (const name of ['crop', 'redact a rectangle', 'draw a shape', 'make a mask of selections']) {
      const step = STEPS[name] as Recipe[number];
      const [copied] = recipeByFractions([step], MADE_ON);
      const [fitted] = refitRecipe([copied as Recipe[number]], MADE_ON, { width: 180, height: 120 });
      expect(fitted, name).not.toHaveProperty('madeOn');
      expect(JSON.stringify(fitted?.params), name).toMatch(/"(?:left|topX)":(?:24|14)\b/);
    }
  });
});

/** Parameters in pixels that are the same for images of every size: the size of the result, or a width beside it. */
const ABSOLUTE = [
  'scale.width',
  'scale.height',
  'scale.longEdge',
  'pad.width',
  'pad.height',
  'crop.cornerRadius',
  'trim.margin',
  'join.gap',
  'draw-shapes.width',
  'draw-shapes.height',
  'make-mask.width',
  'make-mask.height',
  'write-texts.width',
  'write-texts.height',
  'write-horizontal.width',
  'write-horizontal.height',
  'write-vertical.width',
  'write-vertical.height',
];
/** Names of coordinates whose declaration has no unit, because the unit is a parameter or the image's pixels. */
const COORDINATES = ['left', 'top', 'right', 'bottom', 'x', 'y'];
/** Coordinates that are fractions in every image. */
const FRACTIONS = /^crop\.(?:left|top|right|bottom)$|boxFractions/;

function pixelPaths(fields: Parameters, path: string): string[] {
  const inside = (field: Field, at: string): string[] => {
    if (field.kind === 'group') return pixelPaths(field.fields, at);
    if (field.kind === 'list') return inside(field.item, `${at}[]`);
    const isPixel =
      field.kind === 'number' && (field.unit === 'px' || COORDINATES.includes(at.split('.').at(-1) ?? ''));
    return isPixel ? [at] : [];
  };
  return Object.entries(fields).flatMap(([name, field]) => inside(field, `${path}.${name}`));
}

function valuesAt(value: unknown, keys: readonly string[]): unknown[] {
  const [key, ...rest] = keys;
  if (key === undefined) return value === undefined ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, keys));
  return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[key], rest) : [];
}

describe('each parameter in pixels', () => {
  const images = (operations as readonly AnyOperation[]).filter(({ output }) => output === 'image');
  const paths = images
    .flatMap(({ id, params }) => pixelPaths(params, id))
    .filter((path) => !ABSOLUTE.includes(path) && !FRACTIONS.test(path));

  it.each(paths)('of an operation on images is adapted to other sizes: %s', (path) => {
    const [operation = '', ...keys] = path.replaceAll('[]', '').split('.');
    const adapted = [...single, ['', SUBJECT] as const].some(([, step]) => {
      if (step.operation !== operation || valuesAt(step.params, keys).length === 0) return false;
      const [fitted] = refitRecipe([step], MADE_ON, { width: 180, height: 180 });
      return JSON.stringify(valuesAt(fitted?.params, keys)) !== JSON.stringify(valuesAt(step.params, keys));
    });
    expect(adapted, 'no step of this test sets the parameter, or the parameter stays as it is').toBe(true);
  });
});
