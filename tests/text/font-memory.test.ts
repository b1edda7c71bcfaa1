import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_OPEN_FONTS } from '#core/base/limits.ts';
import { FontLibrary } from '#core/fonts/library.ts';
import { readOwnFont } from '#core/fonts/own.ts';
import { unpackFont } from '#core/fonts/sfnt.ts';
import { writeTexts } from '#core/operations/write-texts.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { limitMemory } from '#core/wasm/counted-memory.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { deepOr } from '../deep.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** WebAssembly memories of the HarfBuzz instances that start during a test. */
const memories: WebAssembly.Memory[] = [];
const { Instance, instantiate } = WebAssembly;

const note = (instance: WebAssembly.Instance) => {
  if ('hb_shape' in instance.exports) memories.push(instance.exports.memory as WebAssembly.Memory);
  return instance;
};

beforeEach(() => {
  memories.length = 0;
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (_target, [module, imports]) => note(new Instance(module, imports)),
  });
  WebAssembly.instantiate = (async (source: BufferSource, imports: WebAssembly.Imports) => {
    const result = await instantiate(source, imports);
    note(result.instance ?? result);
    return result;
  }) as typeof instantiate;
});

afterEach(() => {
  WebAssembly.Instance = Instance;
  WebAssembly.instantiate = instantiate;
});

const memoryBytes = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
const lastMemory = () => memories.at(-1) as WebAssembly.Memory;

/** Returns a Japanese font with all its characters, 1.9 MB compressed. */
const largeFont = () => nodeFonts.read('klee-one/klee-one-japanese-400-normal.woff2');
const smallFont = () => nodeFonts.read('lobster/lobster-latin-400-normal.woff2');

/** Returns platform fonts whose HarfBuzz has at most this memory size. */
async function fontsWithin(bytes: number) {
  const program = await readFile(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm'));
  const limited = await WebAssembly.compile(limitMemory(new Uint8Array(program), bytes));
  return { ...nodeFonts, shaper: async () => limited };
}

const params = (text: string) =>
  parseOperationParameters(writeTexts as never, {
    width: 120,
    height: 60,
    texts: [{ text, fontFamily: 'own:Mine', fontPt: 20 }],
  }) as never;

function createWriter(fonts: typeof nodeFonts) {
  // A separate `fonts` object, which gives the platform its own font library.
  const platform = { ...createNodePlatform({ threads: 0 }), fonts: { ...fonts } };
  const context = {
    platform: {
      ...platform,
      workers: { size: 1, run: async (_name: string, input: unknown) => paint(input, { platform }) },
    } as never,
  };
  return async (font: Bytes, text = '春の海') => {
    const file = fileFromBytes('Mine.woff2', font.slice());
    const raster = await writeTexts.run({ image: undefined, fonts: [file] } as never, params(text), context);
    return Buffer.from((raster as { data: Uint8ClampedArray }).data).toString('base64');
  };
}

const paint = async (input: unknown, context: unknown) =>
  (await import('#core/text/write.ts')).paintWork(input as never, context as never);

describe('a visitor’s own font', () => {
  it('is stored once in memory, however many images use it', async () => {
    const write = createWriter(nodeFonts);
    const font = await smallFont();
    const results = new Set<string>();
    for (let image = 0; image < 20; image++) results.add(await write(font, 'Hello'));
    const warm = memoryBytes();
    for (let image = 0; image < deepOr(300, 30); image++) results.add(await write(font, 'Hello'));
    expect(memories).toHaveLength(1);
    expect(memoryBytes()).toBe(warm);
    expect(results.size).toBe(1);
  });

  it('is unpacked once per job, also from a copy of the same bytes', async () => {
    const library = new FontLibrary(nodeFonts);
    const bytes = await smallFont();
    const [first, second] = [bytes.slice(), bytes.slice()];
    const own = (content: Bytes) => readOwnFont(fileFromBytes('Mine.woff2', content));
    const face = await library.openOwn(await own(first));
    expect(await library.openOwn(await own(first))).toBe(face);
    expect(await library.openOwn(await own(second))).toBe(face);
  });

  it('is distinct from another font of the same name', async () => {
    const write = createWriter(nodeFonts);
    const [lobster, klee] = [await smallFont(), await largeFont()];
    const [a, b] = [await write(lobster, 'Hello'), await write(klee, 'Hello')];
    expect(a).not.toBe(b);
    expect(await write(lobster, 'Hello')).toBe(a);
  });

  it('frees its memory after many other fonts', async () => {
    const write = createWriter(nodeFonts);
    const font = await unpackFont(await largeFont());
    const count = Math.ceil((2 * MAX_OPEN_FONTS.size) / font.length);
    const results = new Set<string>();
    for (let variant = 0; variant < count; variant++) {
      // Makes the font different by changing `searchRange` in the table directory. No reader uses this field.
      font[6] = variant;
      results.add(await write(font));
    }
    expect(results.size).toBe(1);
    expect(memoryBytes()).toBeLessThan(1.5 * MAX_OPEN_FONTS.size);
  });
});

describe('an instance of HarfBuzz', () => {
  it('that runs out of memory is replaced for the next job', async () => {
    const write = createWriter(await fontsWithin(4 * 2 ** 20));
    const expected = await createWriter(nodeFonts)(await smallFont(), 'Hello');
    // The computer's memory is at fault, not the font.
    await expect(write(await largeFont())).rejects.toThrow('HarfBuzz cannot allocate');
    expect(await write(await smallFont(), 'Hello')).toBe(expected);
  });

  it('whose memory is damaged is replaced for the next job', async () => {
    const write = createWriter(nodeFonts);
    const font = await smallFont();
    const expected = await write(font, 'Hello');
    new Uint8Array(lastMemory().buffer).fill(0xff);
    await expect(write(font, 'World')).rejects.toMatchObject({ code: 'fontLoad', data: { name: 'Mine.woff2' } });
    expect(await write(font, 'Hello')).toBe(expected);
    expect(memories).toHaveLength(2);
  });
});

describe('the HarfBuzz module', () => {
  it('is loaded again after a failed load', async () => {
    let isOffline = true;
    const shaper = () => (isOffline ? Promise.reject(new TypeError('offline')) : nodeFonts.shaper());
    const library = new FontLibrary({ ...nodeFonts, shaper });
    const own = await readOwnFont(fileFromBytes('Mine.woff2', await smallFont()));
    await expect(library.openOwn(own)).rejects.toMatchObject({ code: 'fontLoad', data: { name: 'Mine.woff2' } });
    isOffline = false;
    await expect(library.openOwn(own)).resolves.toBeDefined();
  });
});
