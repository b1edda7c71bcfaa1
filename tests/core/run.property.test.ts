import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParameterError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import type { WrittenFile } from '#core/operation.ts';
import { findOperation, type OperationId, operations } from '#core/operations/index.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { ANIMATION_SECONDS } from '#core/text/animation/reveal.ts';
import { deepOr } from '../deep.ts';
import { generateAudio, generateImage } from '../fixtures/generate.ts';
import { platform } from '../inline-platform.ts';
import { makeFile } from '../video/inputs.ts';
import { insideAll, type Narrowed } from './drawn-parameters.ts';
import { memorySink } from './memory-sink.ts';

const image = generateImage({ pattern: 'noise', width: 23, height: 17 });
const subject = createRaster(23, 17);
for (let pixel = 0; pixel < 23 * 17; pixel++) {
  const isInside = Math.hypot((pixel % 23) - 11, Math.floor(pixel / 23) - 8) < 5;
  subject.data.set(isInside ? [200, 40, 30, 255] : [30, 60, 200, 255], pixel * 4);
}
const imageFile = async (name: string): Promise<SourceFile> =>
  fileFromBytes(name, await encodeImage(image, { format: 'png' }, { platform }));
const wav = fileFromBytes('sound.wav', generateAudio({ wave: 'tone', seconds: 0.3 }));
const captions = fileFromBytes('a.srt', new TextEncoder().encode('00:00,100 --> 00:00,200\n字幕《じまく》\n'));
const side = fc.integer({ min: 1, max: 40 });

/** Narrower ranges for some parameters, because large values take longer and test nothing else. */
const SMALL: Narrowed = {
  width: side,
  height: side,
  fps: fc.integer({ min: 1, max: 4 }),
  frameRate: fc.integer({ min: 1, max: 4 }),
  resolution: fc.constant('square_1080'),
  // Only three font families, because the first text in a family loads its font files.
  fontFamily: fc.constantFrom('Merriweather', 'Noto Serif JP', 'Roboto Mono'),
  text: fc
    .string({ unit: fc.constantFrom(...'aQ1 。「ー漢字\n א한é'), minLength: 1, maxLength: 12 })
    .map((text) => `a${text}`),
  author: fc.constantFrom('', '芭蕉', 'Ann'),
  repeatCountX: fc.integer({ min: 1, max: 4 }),
  repeatCountY: fc.integer({ min: 1, max: 4 }),
  // A shape refers to its image by the image's file name.
  shapeImageKey: fc.constant('picture.png'),
  ...Object.fromEntries(
    ['durStartSec', 'durEndSec', 'trimStartSec', 'trimEndSec', 'blankStartSec', 'blankEndSec'].map((name) => [
      name,
      fc.integer({ min: 0, max: 1 }),
    ]),
  ),
  // A time within the video of the fixtures.
  at: fc.integer({ min: 0, max: 1000 }).map((milliseconds) => milliseconds / 1000),
  imageDurationSec: fc.integer({ min: 1, max: 20 }).map((tenths) => tenths / 10),
  transitionSec: fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10),
};

/** Number of runs per operation: a video takes seconds, an image a millisecond. */
const RUNS: Partial<Record<OperationId, number>> = {
  'sound-to-video': deepOr(2, 1),
  'sound-to-slideshow': deepOr(2, 1),
  'draw-shapes': deepOr(40, 10),
  'animate-horizontal': 3,
  'animate-vertical': 3,
  'write-texts': 15,
  'write-horizontal': 15,
  'write-vertical': 15,
  'animate-images': 10,
  'extract-clip': 5,
  'wav-to-mp3': 10,
  'mp3-to-wav': 3,
  'convert-audio': 6,
  'join-audio': 4,
  'extract-audio': 3,
};

/** Shortens the pause so that half a second of animation remains, as the operation requires. */
const withShortPause = ({ pauseSec, ...others }: Record<string, unknown>) => {
  if (pauseSec === undefined) return others;
  const longest = Math.round((Number(others.durationSec ?? ANIMATION_SECONDS) - 0.5) * 10) / 10;
  return { ...others, pauseSec: Math.min(Number(pauseSec), longest) };
};

const list = (value: unknown) => (value ?? []) as readonly Record<string, unknown>[];

/** Replaces a random shadow by a text in the format that the operation requires. */
const withShadow = ({ shadow, ...others }: Record<string, unknown>) => ({
  ...others,
  ...(shadow !== undefined && { shadow: '0.1,-0.2,0.05,#11223380' }),
});

/** Keeps one of the alternative parameters of a size or rectangle, because checks refuse combinations. */
const NORMALIZE: Partial<Record<OperationId, (values: Record<string, unknown>) => Record<string, unknown>>> = {
  scale: ({ factor, percent, longEdge, width, height, background, ...rest }) => {
    const others = { ...rest, ...(background !== undefined && { background: 'transparent' }) };
    if (width !== undefined || height !== undefined) return { ...others, width, height };
    if (longEdge !== undefined) return { ...others, longEdge };
    return { ...others, ...(percent === undefined ? { factor: factor ?? 1 } : { percent }) };
  },
  pad: ({ ratio, background, ...others }) => ({
    width: 30,
    ...others,
    ...(background !== undefined && { background: background === 'blur' ? 'blur' : '#12345678' }),
  }),
  join: ({ background: _, ...others }) => others,
  'adjust-color': ({ blackPoint = 0, whitePoint = 255, ...others }) => ({
    ...others,
    blackPoint: Math.min(Number(blackPoint), Number(whitePoint) - 1),
    whitePoint,
  }),
  watermark: (values) => ({ ...values, text: 'Mark' }),
  'write-texts': withShadow,
  'write-horizontal': withShadow,
  'write-vertical': withShadow,
  'animate-horizontal': (values) => withShortPause(withShadow(values)),
  'animate-vertical': (values) => withShortPause(withShadow(values)),
  // A shape of the kind `image` needs an image.
  'draw-shapes': ({ components, ...others }) => ({
    ...others,
    components: list(components).map((shape) => ({ shapeImageKey: 'picture.png', ...shape })),
  }),
  // Random parts are mostly past the end.
  'convert-audio': ({ from: _, to: __, ...others }) => others,
  'extract-audio': ({ from: _, to: __, ...others }) => others,
  convert: ({ lossless, ...others }) => (others.format === 'jpg' ? others : { lossless, ...others }),
  redact: ({ areas, ...others }) => ({
    ...others,
    areas: [{ shape: 'rect' }, ...(areas as Record<string, unknown>[])].map(
      ({ shape, points, right = 0, bottom = 0 }: Record<string, unknown>) =>
        shape === 'brush'
          ? { shape, unit: 'px', width: 3, points: [{ x: 4, y: 5 }, ...((points as object[] | undefined) ?? [])] }
          : {
              shape,
              unit: 'px',
              left: 2,
              top: 3,
              right: Math.min(20, Math.max(9, Number(right))),
              bottom: Math.min(20, Math.max(7, Number(bottom))),
            },
    ),
  }),
  'make-mask': ({ width, height, subject, wand, selections, strokes, ...others }) => {
    const box = { left: 4, top: 3, right: 18, bottom: 14 };
    const corners = [
      { x: 4, y: 3 },
      { x: 20, y: 9 },
      { x: 2, y: 16 },
    ];
    const places = { wand: { x: 5, y: 6 }, rect: box, ellipse: box, lasso: { points: corners } };
    // Skips selections of the kind `subject`, because an image of noise has no subject.
    const placed = list(selections).flatMap(({ kind, combine, tolerance }) =>
      kind === 'subject' ? [] : [{ kind, combine, tolerance, ...places[kind as keyof typeof places] }],
    );
    return {
      ...others,
      // A mask with selections gets no width and height: selections must lie inside the image, whose size is the default.
      ...(wand === undefined && placed.length === 0 ? { width, height } : {}),
      ...(wand !== undefined && { wand: places.wand }),
      selections: placed,
      strokes: list(strokes).filter(({ tool }) => tool !== 'keep' && tool !== 'hide'),
    };
  },
  'extract-frames': () => ({ frame: 1 }),
  'animate-images': ({ delays, background, ...values }) => ({
    ...values,
    delays: ((delays ?? []) as number[]).slice(0, 2),
    ...(background !== undefined && { background: '#12345678' }),
  }),
  'extract-clip': (values) => ({ ...values, from: 0.2, to: 0.7 }),
  rotate: ({ ratio, ...others }) => (ratio === undefined || others.keepCorners ? others : { ...others, ratio: '7:3' }),
  crop: (values) => {
    const {
      ratio,
      left,
      top,
      right,
      bottom,
      positionX,
      positionY,
      topX = 0,
      topY = 9,
      bottomX = 5,
      bottomY = 3,
    } = values;
    const { shape = 'rect', cornerRadius = 4 } = values;
    const place = {
      shape,
      cornerRadius,
      ...(positionX !== undefined && { positionX }),
      ...(positionY !== undefined && { positionY }),
    };
    if (ratio !== undefined) return { ...place, ratio: '7:3' };
    if (left !== undefined) return { ...place, left, top, right, bottom };
    return { ...place, topX, topY, bottomX, bottomY };
  },
};

/** A video of one second. */
const video = fileFromBytes(
  'grays.mp4',
  new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/extract-frame/grays.mp4'))),
);

/** Returns generated files for all inputs of an operation. */
async function inputsOf(id: OperationId): Promise<Record<string, unknown>> {
  if (id === 'mp3-to-wav') {
    const { bytes } = await makeFile('wav-to-mp3', { audio: wav }, {}, platform);
    return { audio: fileFromBytes('sound.mp3', bytes) };
  }
  const file = await imageFile('picture.png');
  switch (id) {
    case 'inspect':
      return { file };
    case 'extract-frames':
      return { image: file };
    case 'animate-images':
      return { images: [file, file] };
    case 'extract-frame':
    case 'extract-clip':
      return { video };
    case 'extract-audio':
      return { video: wav };
    case 'convert-audio':
    case 'wav-to-mp3':
      return { audio: wav };
    case 'join-audio':
      return { audio: [wav, wav] };
    case 'join':
    case 'images-to-pdf':
      return { images: [file, file] };
    case 'sound-to-video':
      return { audio: wav, main: file, start: file, end: file, captions };
    case 'sound-to-slideshow':
      return { audio: wav, main: [file, file], start: file, end: file, captions };
    case 'watermark':
      return { base: image };
    case 'layer':
      return { top: image, bottom: image, mask: image };
    case 'remove-background':
      return { image: subject };
    case 'draw-shapes':
      return { image: image, shapeImages: [file] };
    default:
      return { image: image, fonts: [] };
  }
}

function expectResult(id: OperationId, result: unknown, bytes: Uint8Array): void {
  const output = findOperation(id)?.output;
  if (output === 'image') {
    const { width, height, data } = result as Raster;
    expect(width * height).toBeGreaterThan(0);
    expect(data.length).toBe(width * height * 4);
  } else if (output === 'file') {
    expect((result as WrittenFile).extension).toMatch(/^\w{3,4}$/);
    expect(bytes.length).toBeGreaterThan(40);
  } else expect(result).toMatchObject({ kind: 'image' });
}

describe('random parameters within the declared limits', () => {
  it.each(operations.map(({ id }) => id))('always run: %s', async (id) => {
    const operation = findOperation(id);
    if (!operation) throw new Error(`There is no ${id}`);
    const inputs = await inputsOf(id);
    const drawn = insideAll(operation.params, SMALL).map(NORMALIZE[id] ?? ((values) => values));
    await fc.assert(
      fc.asyncProperty(drawn, async (values) => {
        const params = parseOperationParameters(operation, values);
        const sink = memorySink();
        const before = image.data.slice();
        const result = await operation.run(inputs, params, { platform, sink });
        expectResult(id, result, sink.bytes());
        expect(image.data).toEqual(before);
      }),
      { seed: 23, numRuns: RUNS[id] ?? 40 },
    );
  });

  it.each([
    [{ factor: 1, width: 10 }, 'factor'],
    [{}, 'factor'],
  ])('that cannot be combined cause an error that names the field: scale %j', (values, path) => {
    const scale = findOperation('scale');
    if (!scale) throw new Error('There is no scale');
    expect(() => parseOperationParameters(scale, values)).toThrow(ParameterError);
    expect(() => parseOperationParameters(scale, values)).toThrow(expect.objectContaining({ path }));
  });
});
