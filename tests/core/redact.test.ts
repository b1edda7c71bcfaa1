import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { metadataEmbedder } from '#core/image/codecs/metadata.ts';
import { redact } from '#core/operations/redact.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { refitRecipe } from '#core/recipes/refit.ts';
import { platform } from '../inline-platform.ts';
import { noise } from './test-images.ts';

const run = (image: Raster, params: object, previewScale?: number): Promise<Raster> =>
  redact.run({ image }, parseOperationParameters(redact, params as never) as never, {
    platform,
    ...(previewScale !== undefined && { previewScale }),
  });

const EFFECTS = ['blur', 'pixelate', 'solid'] as const;

/** Returns the pixels that differ between two images, each as `x,y`. */
function changed(before: Raster, after: Raster): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at < before.data.length; at += 4)
    if ([0, 1, 2, 3].some((channel) => before.data[at + channel] !== after.data[at + channel]))
      found.add(`${(at / 4) % before.width},${Math.floor(at / 4 / before.width)}`);
  return found;
}

/** Returns an image of a text in black on white. */
async function textImage(text: string, width = 300, height = 40): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><text x="6" y="${height * 0.75}" font-size="${height * 0.75}" font-family="monospace">${text}</text></svg>`;
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8ClampedArray(data) };
}

describe('the pixels that redact covers', () => {
  it.each(EFFECTS)('are every pixel that a rectangle touches, and no other: %s', async (effect) => {
    const image = noise(40, 30);
    const result = await run(image, {
      effect,
      color: '#010203',
      areas: [{ left: 4.4, top: 3, right: 10.2, bottom: 8.1 }],
    });
    const touched = new Set<string>();
    for (let y = 3; y < 9; y++) for (let x = 4; x < 11; x++) touched.add(`${x},${y}`);
    const differing = changed(image, result);
    expect([...differing].filter((pixel) => !touched.has(pixel))).toEqual([]);
    if (effect === 'solid') expect(differing.size).toBe(touched.size);
  });

  it('are the same if the area is in pixels or fractions, reversed, or reaches outside the image', async () => {
    const image = noise(40, 20);
    const pixels = await run(image, { areas: [{ left: 10, top: 5, right: 50, bottom: 10 }] });
    const fractions = await run(image, { areas: [{ left: 1, top: 0.5, right: 0.25, bottom: 0.25 }] });
    expect(fractions.data).toEqual(pixels.data);
  });

  it.each([
    { left: 50, top: 5, right: 60, bottom: 10 },
    { left: 0.2, top: 0.2, right: 0.2, bottom: 0.4 },
    { left: 0.2, top: 0.2, right: 0.22, bottom: 0.8 },
    { unit: 'px', left: 39.5, top: 2, right: 90, bottom: 8 },
    { unit: 'fraction', shape: 'brush', points: [{ x: 0.5, y: 0.5 }], width: 0.02 },
    { shape: 'ellipse', left: -20, top: 2, right: -3, bottom: 8 },
    { shape: 'brush', points: [{ x: 90, y: 5 }], width: 3 },
  ])('cannot be an area that hides nothing, such as %j', async (area) => {
    const areas = [{ left: 1, top: 1, right: 5, bottom: 5 }, area];
    await expect(run(noise(40, 20), { areas })).rejects.toMatchObject({ code: 'areaOutside', data: { number: 2 } });
    await expect(run(noise(40, 20), { areas }, 1)).resolves.toMatchObject({ width: 40 });
  });

  it('are limited in number of rows before any work', async () => {
    const areas = Array.from({ length: 1000 }, () => ({ left: 0, top: 0, right: 1, bottom: 1 }));
    const tall = createRaster(2, 20_000);
    await expect(run(tall, { areas })).rejects.toMatchObject({ code: 'areasTooLarge', data: { rows: 10_000_000 } });
    // Takes 0.3 s. Painting 1,000 areas one after another takes longer than a test may.
    await run(createRaster(4000, 3000), { areas });
  });

  it('must include at least one area', async () => {
    await expect(async () => run(noise(4, 4), { areas: [] })).rejects.toMatchObject({ code: 'parameterRequired' });
  });

  it.each([
    ['ellipse', { shape: 'ellipse', left: 3.5, top: 2.5, right: 33, bottom: 21.5 }],
    [
      'brush',
      {
        shape: 'brush',
        points: [
          { x: 5, y: 5 },
          { x: 30, y: 20 },
          { x: 30.5, y: 8 },
        ],
        width: 7,
      },
    ],
    ['dot', { shape: 'brush', points: [{ x: 20.2, y: 12.9 }], width: 9 }],
  ] as const)('include each pixel that the shape touches and hardly more: %s', async (_, area) => {
    const image = noise(40, 30);
    const differing = changed(image, await run(image, { areas: [area], effect: 'solid', color: '#010203' }));
    for (let y = 0; y < 30; y++)
      for (let x = 0; x < 40; x++) {
        const places = [];
        for (let i = 0; i <= 8; i++) for (let j = 0; j <= 8; j++) places.push([x + i / 8, y + j / 8] as const);
        const isTouched = places.some(([px, py]) => distance(area, px, py) < -1e-9);
        if (isTouched) expect(differing, `${x},${y}`).toContain(`${x},${y}`);
        else if (places.every(([px, py]) => distance(area, px, py) > 1)) expect(differing).not.toContain(`${x},${y}`);
      }
  });
});

/** Returns the approximate distance of a point to an area's shape; 0 or less inside. */
function distance(area: Record<string, any>, x: number, y: number): number {
  if (area.shape === 'ellipse') {
    const [rx, ry] = [(area.right - area.left) / 2, (area.bottom - area.top) / 2];
    const place = Math.hypot((x - (area.left + area.right) / 2) / rx, (y - (area.top + area.bottom) / 2) / ry);
    return (place - 1) * Math.min(rx, ry);
  }
  const { points, width } = area as { points: { x: number; y: number }[]; width: number };
  return Math.min(
    ...points.map((a, index) => {
      const b = points[index + 1] ?? a;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const along = dx || dy ? ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy) : 0;
      const share = Math.min(1, Math.max(0, along));
      return Math.hypot(x - a.x - share * dx, y - a.y - share * dy) - width / 2;
    }),
  );
}

describe('the content that redact leaves of covered pixels', () => {
  it.each(EFFECTS)('is the same for different numbers in the image: %s', async (effect) => {
    const areas = [{ left: 0, top: 0, right: 300, bottom: 40 }];
    const results = await Promise.all(
      ['4929 1180', '4923 1180', '4929 1780', '4920 1186', '3929 1160'].map(async (text) => {
        const { data } = await run(await textImage(text), { effect, areas });
        return Buffer.from(data).toString('base64');
      }),
    );
    expect(new Set(results).size).toBe(1);
  });

  it.each(['blur', 'pixelate'] as const)(
    'has at most two variants for the ten digits in a square area: %s',
    async (effect) => {
      const results = new Set<string>();
      for (let digit = 0; digit < 10; digit++) {
        const image = await textImage(String(digit), 60, 60);
        const { data } = await run(image, { effect, areas: [{ left: 0, top: 0, right: 60, bottom: 60 }] });
        results.add(Buffer.from(data).toString('base64'));
      }
      expect(results.size).toBeLessThanOrEqual(2);
    },
  );

  it.each(['blur', 'pixelate'] as const)('has about the color and the hue of its surroundings: %s', async (effect) => {
    for (const color of [
      [200, 120, 90],
      [72, 78, 66],
      [128, 128, 128],
    ]) {
      const image = createRaster(60, 60);
      for (let at = 0; at < image.data.length; at += 4) image.data.set([...color, 255], at);
      const { data } = await run(image, { effect, areas: [{ left: 10, top: 10, right: 50, bottom: 50 }] });
      const [red = 0, green = 0, blue = 0] = color;
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
        // Half a level of luma and 10 of 255 at random; half a level of both color differences.
        expect(Math.abs(0.299 * (r - red) + 0.587 * (g - green) + 0.114 * (b - blue))).toBeLessThanOrEqual(27);
        expect(Math.abs(r - g - (red - green))).toBeLessThanOrEqual(8 * (1.402 + 0.714 + 0.344) + 1);
        expect(Math.abs(b - g - (blue - green))).toBeLessThanOrEqual(8 * (1.772 + 0.714 + 0.344) + 1);
        if (red === green) expect([g, b]).toEqual([r, r]);
      }
    }
  });

  it('does not exist in a solid area: different images give the same bytes', async () => {
    const areas = [{ shape: 'ellipse', left: 0, top: 0, right: 20, bottom: 20 }];
    const [one, other] = [noise(20, 20, { seed: 1 }), noise(20, 20, { seed: 2 })];
    const [first, second] = await Promise.all([one, other].map((image) => run(image, { effect: 'solid', areas })));
    const differing = changed(first as Raster, second as Raster);
    expect(differing.has('10,10')).toBe(false);
    expect(differing.has('0,0')).toBe(true);
  });

  it('is one color, with a warning, if no pixel around the area stays visible', async () => {
    const warnings: unknown[] = [];
    const params = parseOperationParameters(redact, { areas: [{ left: 0, top: 0, right: 1, bottom: 1 }] } as never);
    const onWarning = (warning: unknown) => warnings.push(warning);
    const { data } = await redact.run({ image: noise(20, 20) }, params as never, { platform, onWarning });
    expect(new Set(new Uint32Array(data.buffer))).toEqual(new Set([0xff000000]));
    expect(warnings).toEqual([{ code: 'redactionSolid', data: {} }]);
  });

  it('is not in the metadata: an Exif thumbnail is never copied', async () => {
    const thumbnail = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
    const source = await jpegWithThumbnail(thumbnail);
    expect(source.includes(thumbnail)).toBe(true);
    const image = await run(noise(40, 30), { areas: [{ left: 0, top: 0, right: 1, bottom: 1 }] });
    const encoded = await encodeImage(image, { format: 'jpg' }, { platform });
    const embedded = (
      await metadataEmbedder('jpg', 'all-but-place', fileFromBytes('photo.jpg', new Uint8Array(source)), image)
    )(encoded);
    expect((await sharp(embedded).metadata()).exif).toBeDefined();
    expect(Buffer.from(embedded).includes(thumbnail)).toBe(false);
    // The file contains only one start-of-image marker, so no second image such as a preview.
    expect(Buffer.from(embedded).toString('latin1').split('\xff\xd8\xff')).toHaveLength(2);
  });
});

/** Returns a JPEG file whose Exif block has a description and a thumbnail in a second directory. */
async function jpegWithThumbnail(thumbnail: Buffer): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toBuffer();
  const tiff = Buffer.alloc(8 + 2 + 12 + 4 + 2 + 24 + 4);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  const entry = (at: number, tag: number, type: number, value: number) => {
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(1, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  };
  // Exif entries: the resolution unit, then the thumbnail's offset and length.
  entry(10, 0x128, 3, 2);
  tiff.writeUInt32LE(26, 22);
  tiff.writeUInt16LE(2, 26);
  entry(28, 0x201, 4, tiff.length);
  entry(40, 0x202, 4, thumbnail.length);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, thumbnail]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

describe('redaction', () => {
  it('scales areas in pixels with the preview', async () => {
    const half = await run(
      noise(40, 30),
      { areas: [{ left: 20, top: 20, right: 60, bottom: 40 }], effect: 'solid' },
      0.5,
    );
    const whole = await run(noise(40, 30), { areas: [{ left: 10, top: 10, right: 30, bottom: 20 }], effect: 'solid' });
    expect(half.data).toEqual(whole.data);
  });

  it('keeps the relative position of areas when a recipe is applied to another image size', () => {
    const areas = [
      { left: 10, top: 20, right: 30, bottom: 40 },
      { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 },
      { shape: 'brush', points: [{ x: 10, y: 20 }], width: 10 },
    ];
    const [step] = refitRecipe(
      [{ operation: 'redact', params: { areas } }],
      { width: 100, height: 100 },
      { width: 200, height: 50 },
    );
    expect(step?.params?.areas).toMatchObject([
      { left: 20, top: 10, right: 60, bottom: 20 },
      { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 },
      { points: [{ x: 20, y: 10 }], width: 20 },
    ]);
  });
});

describe('the unit of an area', () => {
  it.each([
    { left: 0.1, top: 0.1, right: 1.01, bottom: 0.9 },
    { left: -0.01, top: 0, right: 1, bottom: 1 },
    { left: 0.5, top: 3, right: 20, bottom: 9 },
    { shape: 'ellipse', left: 0, top: 0, right: 1.5, bottom: 1 },
    { shape: 'brush', points: [{ x: 0.2, y: 0.2 }], width: 12 },
    { shape: 'brush', points: [{ x: 0, y: 1 }], width: 12 },
  ])('is required where the values fit neither pixels nor fractions: %j', async (area) => {
    await expect(async () => run(noise(40, 20), { areas: [area] })).rejects.toMatchObject({
      code: 'parameterUnit',
      path: 'areas[0].unit',
    });
  });

  it.each([
    [
      { unit: 'fraction', left: -0.01, top: 0.1, right: 1.01, bottom: 0.9 },
      { left: 0, top: 2, right: 40, bottom: 18 },
    ],
    [
      { unit: 'px', left: -3, top: 0, right: 1, bottom: 1 },
      { unit: 'px', left: 0, top: 0, right: 1, bottom: 1 },
    ],
    [
      { unit: 'fraction', left: 0.3, top: 0.15, right: 0.333333, bottom: 2 },
      { left: 12, top: 3, right: 14, bottom: 20 },
    ],
  ])('decides before coordinates outside the image are cut off: %j', async (area, same) => {
    const [one, other] = await Promise.all([area, same].map((each) => run(noise(40, 20), { areas: [each] })));
    expect(one?.data).toEqual(other?.data);
  });
});

describe('the error for an incomplete area', () => {
  it.each([
    [[{ left: 1, top: 2, right: 3 }], 'areas[0].bottom'],
    [[{ shape: 'brush', points: [{ x: 1, y: 1 }] }], 'areas[0].width'],
    [[{ shape: 'brush', width: 4 }], 'areas[0].points'],
  ])('names the missing value: %j', (areas, path) => {
    expect(() => parseOperationParameters(redact, { areas } as never)).toThrow(
      expect.objectContaining({ code: 'parameterRequired', path }),
    );
  });
});
