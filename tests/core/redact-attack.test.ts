import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { parseRecipe, type Recipe, runSteps } from '#core/recipes/recipe.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { noise } from './test-images.ts';

const context = { platform: createNodePlatform({ threads: 0 }) };
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
    for (let seed = 0; seed < 6; seed++) {
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
        { operation: 'scale', params: { ratio: 0.5 } },
        { operation: 'redact', params: { effect: 'solid', areas: [box(79, 141, 14, 46)] } },
      ],
    ],
    [
      'a rotation between two steps',
      [redact(box(40, 160)), { operation: 'rotate', params: { turn: 90 } }, redact(box(30, 90, 160, 280))],
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

describe('a redacted image', () => {
  it.each(EFFECTS)('does not depend on any hidden pixel: %s', async (effect) => {
    for (let seed = 0; seed < 12; seed++) {
      const next = random(seed);
      const place = (side: number) => Math.floor(next() * side);
      const areas = Array.from({ length: 1 + place(6) }, (_, index): Area => {
        const [left, top] = [place(50), place(34)];
        const kind = (seed + index) % 3;
        if (kind === 2)
          return { shape: 'brush', width: 1 + place(14), points: [{ x: left, y: top }, { x: place(60), y: place(40) }] }; // biome-ignore format: short
        return { shape: kind ? 'ellipse' : 'rect', left, top, right: left + 2 + place(30), bottom: top + 2 + place(20) }; // biome-ignore format: short
      });
      const [one, other] = [noise(60, 40, { seed: 1 }), noise(60, 40, { seed: 2 })];
      const cover = await run(one, [{ operation: 'redact', params: { areas, effect: 'solid', color: '#01020304' } }]);
      const mixed = { ...one, data: one.data.slice() };
      for (let at = 0; at < mixed.data.length; at += 4)
        if (cover.data.subarray(at, at + 4).join() === '1,2,3,4') mixed.data.set(other.data.subarray(at, at + 4), at);
      // Hides the areas in one step, and in two steps.
      const split = Math.ceil(areas.length / 2);
      const steps = [areas.slice(0, split), areas.slice(split)].filter((part) => part.length > 0);
      for (const parts of [[areas], steps]) {
        const recipe = parts.map((part) => ({ operation: 'redact' as const, params: { areas: part, effect } }));
        const [first, second] = await Promise.all([one, mixed].map((image) => run(image, recipe)));
        expect(first?.data, `seed ${seed}`).toEqual(second?.data);
      }
    }
  });
});
