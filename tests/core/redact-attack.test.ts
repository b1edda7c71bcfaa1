import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import type { Size } from '#core/geometry/point.ts';
import { parseRecipe, type Recipe, runSteps } from '#core/recipes/recipe.ts';
import { sizeAfter } from '#core/recipes/refit.ts';
import { deepOr } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { noise } from './test-images.ts';

const context = { platform };
const EFFECTS = ['blur', 'pixelate'] as const;
const SIZE = { width: 320, height: 120 };
/** Box around the texts of `textImages`, in pixels; no text has a pixel outside. */
const TEXT = { left: 40, top: 30, right: 280, bottom: 90 };

const run = (image: Raster, recipe: Recipe) => runSteps(image, parseRecipe(recipe), context);

/** Returns a deterministic generator of numbers from 0 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Look {
  readonly font: string;
  readonly ink: string;
  readonly paper: string;
}

const LOOKS: readonly Look[] = [
  { font: 'font-family="monospace" font-size="52"', ink: 'black', paper: 'white' },
  { font: 'font-family="sans-serif" font-size="40" font-weight="bold"', ink: '#c01020', paper: '#e8d060' },
  { font: 'font-family="serif" font-size="24"', ink: '#ffffff', paper: '#203050' },
];

/** Returns images of six-digit numbers, which differ inside `TEXT` only. */
async function textImages(count: number, { font, ink, paper }: Look, seed: number): Promise<Raster[]> {
  const next = random(seed);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const text = String(Math.floor(next() * 1e6)).padStart(6, '0');
      const clip = `<clipPath id="c"><rect x="40" y="30" width="240" height="60"/></clipPath>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="120">${clip}<rect width="320" height="120" fill="${paper}"/><text clip-path="url(#c)" x="160" y="80" text-anchor="middle" fill="${ink}" ${font}>${text}</text></svg>`;
      const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
      return { ...SIZE, data: new Uint8ClampedArray(data) };
    }),
  );
}

const distinct = async (images: readonly Raster[], recipe: Recipe) =>
  new Set(
    await Promise.all(images.map(async (image) => Buffer.from((await run(image, recipe)).data).toString('base64'))),
  ).size;

type Area = Readonly<Record<string, unknown>>;

/** Returns 1 to 6 random areas that together cover `TEXT`: vertical slices of random kinds, in random order. */
function randomCover(next: () => number): readonly Area[] {
  const count = 1 + Math.floor(next() * 6);
  const edges = [TEXT.left, TEXT.right];
  for (let cut = 1; cut < count; cut++) edges.push(TEXT.left + Math.floor(next() * 240));
  edges.sort((one, other) => one - other);
  const slices = edges.slice(1).map((right, index): Area => {
    const left = edges[index] as number;
    const width = Math.max(2, right - left);
    const kind = next();
    if (kind < 0.4) return { left, top: 30 - Math.floor(next() * 8), right: left + width, bottom: 90 };
    // An ellipse around a rectangle is √2 times as large; a stroke around it is as wide as its diagonal.
    if (kind < 0.7) {
      const [x, y] = [Math.ceil(width * 0.75) + 1, 46];
      const [middle, center] = [left + (width >> 1), 60];
      return { shape: 'ellipse', left: middle - x, top: center - y, right: middle + x, bottom: center + y };
    }
    return { shape: 'brush', width: 62, points: [{ x: left, y: 60 }, { x: left + width, y: 60 }] }; // biome-ignore format: one line per shape
  });
  return slices.sort(() => next() - 0.5);
}

describe('texts under blur or pixelate', () => {
  it.each(EFFECTS)('look alike for every cover by one to six areas: %s', async (effect) => {
    for (let seed = 0; seed < deepOr(6, 1); seed++) {
      const images = await textImages(200, LOOKS[seed % 3] as Look, seed);
      const areas = randomCover(random(seed));
      expect(await distinct(images, [{ operation: 'redact', params: { effect, areas } }]), `seed ${seed}`).toBe(1);
    }
  });

  const stroke = (y: number) => ({ shape: 'brush', width: 32, points: [{ x: 40, y }, { x: 280, y }] }); // biome-ignore format: short
  const box = (left: number, right: number, top = 30, bottom = 90) => ({ left, top, right, bottom });
  const redact = (...areas: Area[]) => ({ operation: 'redact' as const, params: { areas } });
  it.each<[string, Recipe]>([
    ['two brush strokes', [redact(stroke(45), stroke(75))]],
    ['an area inside another', [redact(box(40, 280), box(100, 160, 40, 70))]],
    ['two steps in sequence', [redact(box(40, 160)), redact(box(160, 280))]],
    [
      'a change of colors between two steps',
      [redact(box(40, 160)), { operation: 'adjust-color', params: { contrast: 0.3 } }, redact(box(160, 280))],
    ],
    [
      'a crop between two steps',
      [
        redact(box(40, 160)),
        { operation: 'crop', params: { topX: 20, topY: 10, bottomX: 310, bottomY: 110 } },
        redact(box(140, 260, 20, 80)),
      ],
    ],
    [
      'a scale between two steps',
      [
        redact(box(40, 160)),
        { operation: 'scale', params: { factor: 0.5 } },
        { operation: 'redact', params: { effect: 'solid', areas: [box(79, 141, 14, 46)] } },
      ],
    ],
    [
      'a rotation between two steps',
      [redact(box(40, 160)), { operation: 'rotate', params: { turn: 90 } }, redact(box(30, 90, 160, 280))],
    ],
    [
      'a flip and a half turn between two steps',
      [redact(box(40, 160)), { operation: 'rotate', params: { turn: 180, flip: 'horizontal' } }, redact(box(160, 280))],
    ],
    [
      'a straightening between two steps',
      [
        redact(box(40, 160)),
        { operation: 'rotate', params: { angle: 2, keepCorners: true } },
        redact(box(150, 300, 20, 115)),
      ],
    ],
    [
      'a crop and a rotation between three steps',
      [
        redact(box(40, 120)),
        { operation: 'crop', params: { topX: 20, topY: 10, bottomX: 310, bottomY: 110 } },
        redact(box(100, 180, 20, 80)),
        { operation: 'rotate', params: { turn: 180 } },
        redact({ left: 20, top: 20, right: 110, bottom: 80 }),
      ],
    ],
  ])('look alike after %s', async (_, recipe) => {
    expect(await distinct(await textImages(60, LOOKS[0] as Look, 7), recipe)).toBe(1);
  });
});

describe('an area before another redact step', () => {
  const area = (left: number) => ({
    operation: 'redact' as const,
    params: { areas: [{ left, top: 5, right: left + 12, bottom: 15 }] },
  });
  const isSolid = async (between: Recipe) => {
    const warnings: string[] = [];
    const onWarning = ({ code }: { readonly code: string }) => warnings.push(code);
    await runSteps(noise(60, 40), parseRecipe([area(5), ...between, area(10)]), { ...context, onWarning });
    return warnings.includes('redactionSolid');
  };

  it('keeps its effect after a crop, a scale or a quarter turn, whose places are known', async () => {
    expect(await isSolid([])).toBe(false);
    expect(await isSolid([{ operation: 'crop', params: { topX: 1, topY: 1, bottomX: 50, bottomY: 39 } }])).toBe(false);
    expect(await isSolid([{ operation: 'scale', params: { factor: 0.7 } }])).toBe(false);
    expect(await isSolid([{ operation: 'rotate', params: { turn: 90, flip: 'vertical' } }])).toBe(false);
  });

  it('is solid, with a warning, after other changes of places', async () => {
    expect(await isSolid([{ operation: 'rotate', params: { angle: 3 } }])).toBe(true);
    expect(await isSolid([{ operation: 'pad', params: { width: 90, height: 90 } }])).toBe(true);
  });
});

type Step = Recipe[number];

/** Returns 1 to 6 random areas inside an image. */
function randomAreas(next: () => number, { width, height }: Size): readonly Area[] {
  const below = (count: number) => Math.floor(next() * count);
  return Array.from({ length: 1 + below(6) }, (): Area => {
    const [left, top] = [below(width - 2), below(height - 2)];
    const points = [
      { x: left + 1, y: top + 1 },
      { x: below(width), y: below(height) },
    ];
    if (next() < 0.3) return { shape: 'brush', unit: 'px', width: 1 + below(9), points };
    const shape = next() < 0.6 ? 'rect' : 'ellipse';
    return { shape, unit: 'px', left, top, right: left + 2 + below(20), bottom: top + 2 + below(14) };
  });
}

/** Returns the pixels of the original image, by index, that the redact steps of a recipe hide. */
async function hiddenPixels(original: Size, recipe: Recipe): Promise<ReadonlySet<number>> {
  const places: Raster = { ...original, data: new Uint8ClampedArray(original.width * original.height * 4) };
  new Uint32Array(places.data.buffer).forEach((_, index, words) => {
    words[index] = 0xff000000 | index;
  });
  const hidden = new Set<number>();
  for (const [index, step] of recipe.entries()) {
    if (step.operation !== 'redact') continue;
    const before = await run(places, [
      ...recipe.slice(0, index).filter(({ operation }) => operation === 'crop' || operation === 'rotate'),
      IDLE,
    ]);
    const solid = { ...step, params: { ...step.params, effect: 'solid', color: '#01020304' } };
    const after = new Uint32Array((await run(before, [solid])).data.buffer);
    for (const [at, word] of new Uint32Array(before.data.slice().buffer).entries())
      if (word !== after[at]) hidden.add(word & 0xffffff);
  }
  return hidden;
}

/** A step that changes nothing, because a recipe needs a step. */
const IDLE: Step = { operation: 'convert' };

describe('a redacted image', () => {
  it.each(EFFECTS)('does not depend on any pixel that a step hides: %s', async (effect) => {
    for (let seed = 0; seed < 60; seed++) {
      const next = random(seed);
      const below = (count: number) => Math.floor(next() * count);
      const original: Size = { width: 60, height: 40 };
      let size = original;
      const recipe: Step[] = [];
      for (let count = 1 + below(3); count > 0; count--) {
        recipe.push({ operation: 'redact', params: { areas: randomAreas(next, size), effect } });
        const { width, height } = size;
        const [topX, topY] = [below(width / 3), below(height / 3)];
        const between: Step[] = [
          { operation: 'adjust-color', params: { brightness: 0.2 } },
          { operation: 'crop', params: { topX, topY, bottomX: width - below(width / 3), bottomY: height } },
          { operation: 'rotate', params: { turn: 90 * below(4), flip: ['none', 'horizontal', 'vertical'][below(3)] } },
        ];
        const step = between[below(4)];
        if (step) recipe.push(step);
        size = sizeAfter(step ? [step] : [], size);
      }
      const hidden = await hiddenPixels(original, recipe);
      const [one, other] = [noise(60, 40, { seed: 1 }), noise(60, 40, { seed: 2 })];
      const mixed: Raster = { ...one, data: one.data.slice() };
      for (const pixel of hidden) mixed.data.set(other.data.subarray(pixel * 4, pixel * 4 + 4), pixel * 4);
      const [first, second] = await Promise.all([one, mixed].map((image) => run(image, recipe)));
      expect(hidden.size).toBeGreaterThan(0);
      expect(first?.data, `seed ${seed}: ${JSON.stringify(recipe)}`).toEqual(second?.data);
    }
  });
});
