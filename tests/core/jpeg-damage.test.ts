import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '#core/base/bytes.ts';
import type { Damage, FailOn } from '#core/base/damage.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { checkJpeg } from '#core/image/formats/jpeg/check-jpeg.ts';
import { readJpegFrame } from '#core/image/formats/jpeg/jpeg-frame.ts';
import type { Warning } from '#core/platform/context.ts';
import { deepOr, firstOf } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { random } from '../random.ts';
import { readJpegs, scannedJpegs } from './jpegs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const EOI = [0xff, 0xd9];

/** Returns random numbers from 0 to 1. */
function numbers(seed: number): () => number {
  const below = random(seed);
  return () => below(2 ** 32) / 2 ** 32;
}

/** Opens a file as operations do. Returns the warning's code, the reason of the refusal, or `sound` for neither. */
async function outcome(bytes: Bytes, failOn?: FailOn, isCropped = false): Promise<string> {
  const warnings: Warning[] = [];
  const context = { platform, onWarning: (warning: Warning) => void warnings.push(warning), ...(failOn && { failOn }) };
  const corner = { topX: 0, topY: 0, bottomX: 8, bottomY: 8 };
  try {
    await decodeImage(fileFromBytes('a.jpg', bytes.slice()), context, isCropped ? () => corner : undefined);
  } catch (error) {
    if (!(error instanceof FudebakoError)) throw error;
    return String(error.data.reason ?? error.code);
  }
  expect(warnings.length).toBeLessThan(2);
  return warnings[0]?.code ?? 'sound';
}

/** Returns false if libvips refuses the file at this level of strictness. */
const isAccepted = (bytes: Bytes, failOn: 'truncated' | 'warning') =>
  sharp(bytes, { failOn })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

/** Returns a JPEG of noisy waves, from 1 × 1 px, in gray, RGB or CMYK, with any encoder options of sharp. */
async function randomJpeg(next: () => number, progressive: boolean, maxSide = 160): Promise<Bytes> {
  const [width, height] = [1 + Math.floor(next() * maxSide), 1 + Math.floor(next() * maxSide)];
  const kind = Math.floor(next() * 4);
  const channels = kind === 0 ? 4 : 3;
  const noise = next() * 120;
  const wave = next() * 0.3;
  const data = Uint8ClampedArray.from({ length: width * height * channels }, (_, index) => {
    const pixel = Math.floor(index / channels);
    const level = Math.sin((pixel % width) * wave + (index % channels)) * Math.cos(Math.floor(pixel / width) * wave);
    return 128 + 90 * level + (next() - 0.5) * noise;
  });
  const options = {
    progressive,
    quality: 1 + Math.floor(next() * 100),
    chromaSubsampling: next() < 0.5 ? '4:4:4' : '4:2:0',
    optimizeCoding: next() < 0.7,
    trellisQuantisation: next() < 0.2,
    optimizeScans: progressive && next() < 0.3,
    quantizationTable: Math.floor(next() * 9),
  };
  const raw = sharp(new Uint8Array(data.buffer), { raw: { width, height, channels } });
  if (kind === 0) raw.pipelineColourspace('cmyk').toColourspace('cmyk');
  if (kind === 1) raw.toColourspace('b-w');
  if (kind === 2) raw.withMetadata();
  return new Uint8Array(await raw.jpeg(options).toBuffer());
}

const fromBase64 = (text: string | undefined): Bytes => new Uint8Array(Buffer.from(text ?? '', 'base64'));
const noise = (options: JpegOptions = {}) =>
  sharp({
    create: {
      width: 96,
      height: 80,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg(options)
    .toBuffer()
    .then((buffer) => new Uint8Array(buffer));

/** Returns the offsets in a JPEG at which a marker occurs. */
function markers(bytes: Uint8Array, marker: number): number[] {
  return [...bytes.keys()].filter((at) => bytes[at] === 0xff && bytes[at + 1] === marker);
}

describe('JPEG damage', () => {
  it('is not reported for many kinds of valid files', async () => {
    const next = numbers(100);
    for (let index = 0; index < deepOr(100, 10); index++) {
      const bytes = await randomJpeg(next, index % 2 === 0);
      expect([index, await outcome(bytes)]).toEqual([index, 'sound']);
    }
  });

  it.each([...Object.entries(scannedJpegs), ...Object.entries(readJpegs)])(
    'is not reported for a valid file: %s',
    async (_, text) => {
      const bytes = fromBase64(text);
      expect(await isAccepted(bytes, 'warning')).toBe(true);
      expect(await outcome(bytes)).toBe('sound');
    },
  );

  const seeds = [20, 21, 22, 23, 24, 25];
  it.each(firstOf(seeds, 2).map((seed) => [seed, seed % 2 === 1] as const))(
    'is reported wherever libvips warns, after single-bit flips: seed %i (progressive: %s)',
    async (seed, progressive) => {
      const next = numbers(seed);
      const flips = deepOr(300, 40);
      let found = 0;
      for (let flip = 0; flip < flips; ) {
        const whole = await randomJpeg(next, progressive, 80);
        for (let count = 0; count < 20; count++, flip++) {
          const bytes = whole.slice();
          const at = 2 + Math.floor(next() * (bytes.length - 2));
          bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(next() * 8));
          const [ours, isAudio] = [await outcome(bytes), await isAccepted(bytes, 'warning')];
          if (!isAudio) expect([flip, at, ours]).not.toEqual([flip, at, 'sound']);
          if (ours !== 'sound') found++;
          // Opening a crop must report the same damage as opening the whole image.
          if (count % 5 === 0) expect(await outcome(bytes, undefined, true)).toBe(ours);
        }
      }
      expect(found).toBeGreaterThan(flips / 5);
    },
  );

  it.each(Object.keys(scannedJpegs))('is reported wherever libvips warns, at many bytes: %s', async (name) => {
    const whole = fromBase64(scannedJpegs[name]);
    const next = numbers(5);
    for (let at = 2; at < whole.length; at += deepOr(1, 13)) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(next() * 8));
      if (!(await isAccepted(bytes, 'warning'))) expect([at, await outcome(bytes)]).not.toEqual([at, 'sound']);
    }
  });

  it.each([false, true])('is reported if a file is cut off anywhere, progressive: %s', async (progressive) => {
    const next = numbers(7);
    for (let index = 0; index < 8; index++) {
      const whole = await randomJpeg(next, progressive);
      const scan = markers(whole, 0xda)[0] as number;
      for (const percent of [5, 20, 35, 50, 65, 80, 90, 95, 99]) {
        const bytes = whole.slice(0, Math.min(whole.length - 3, Math.floor((whole.length * percent) / 100)));
        const refusal = await outcome(bytes);
        expect([percent, ['truncated', 'damaged'].includes(refusal)]).toEqual([percent, true]);
        if (bytes.length < scan + 20) continue;
        expect([percent, refusal]).toEqual([percent, 'truncated']);
        expect([percent, await outcome(bytes, undefined, true)]).toEqual([percent, 'truncated']);
        expect([percent, await outcome(bytes, 'none')]).toEqual([percent, 'imageTruncated']);
      }
    }
  });

  const cases: readonly [string, () => Bytes | Promise<Bytes>, Damage][] = [
    ['a missing end of a baseline file with complete pixels', async () => (await noise()).slice(0, -2), 'warning'],
    ['a missing end of a progressive file', async () => (await noise({ progressive: true })).slice(0, -2), 'truncated'],
    ['unused bytes before the end', async () => insert(await noise(), -2, [1, 2, 3, 4]), 'warning'],
    ['bytes between segments', async () => insert(await noise(), 20, [1, 2, 3]), 'warning'],
    ['a segment shorter than its length field', async () => insert(await noise(), 2, [0xff, 0xe1, 0, 1]), 'warning'],
    [
      'an unknown version of JFIF',
      () => patch(fromBase64(scannedJpegs['a scan for each component']), 11, [2]),
      'warning',
    ],
    [
      'an unknown Adobe color transform',
      async () => insert(await noise(), 2, [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 9]),
      'warning',
    ],
    [
      'a scan that ends early',
      async () => {
        const bytes = await noise();
        return joinBytes(bytes.subarray(0, bytes.length >> 1), [0], EOI);
      },
      'truncated',
    ],
    [
      'a component without a scan',
      () => {
        const bytes = fromBase64(scannedJpegs['a scan for each component']);
        const last = (markers(bytes, 0xda) as number[]).at(-1) as number;
        const table = markers(bytes, 0xc4)
          .filter((at) => at < last)
          .at(-1) as number;
        return joinBytes(bytes.subarray(0, table), EOI);
      },
      'truncated',
    ],
    ...[
      'progressive, restarts after every row of MCUs',
      'half of the rows, restarts after two MCUs',
      'half of the columns, and restarts after two MCUs',
    ].flatMap((name): [string, () => Bytes, Damage][] => {
      const bytes = fromBase64(scannedJpegs[name] ?? readJpegs[name]);
      const restart = markers(bytes, 0xd0)[0] as number;
      return [
        [`a wrong restart marker: ${name}`, () => patch(bytes, restart + 1, [0xd5]), 'error'],
        [`a missing restart marker: ${name}`, () => cut(bytes, restart, 2), 'error'],
        [
          `unused bytes before a restart marker: ${name}`,
          () => insert(bytes, restart, [1, 2, 3, 4, 5, 6, 7, 8]),
          'warning',
        ],
        [
          `a restart marker in a scan without restarts: ${name}`,
          () => patch(bytes, (markers(bytes, 0xdd)[0] as number) + 4, [0, 0]),
          'error',
        ],
      ];
    }),
    [
      'an invalid Huffman code',
      async () => {
        // Overwrites scan data with 1 bits, because no Huffman code consists of ones only.
        const bytes = await noise({ optimizeCoding: false });
        const scan = (markers(bytes, 0xda)[0] as number) + 14;
        return patch(bytes, scan + 20, [0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0]);
      },
      'error',
    ],
    ...[false, true].map((progressive): [string, () => Promise<Bytes>, Damage] => [
      `coefficients that are too large for 8 bits, progressive: ${progressive}`,
      async () => {
        const bytes = await noise({ progressive });
        return patch(bytes, (markers(bytes, 0xdb)[0] as number) + 5, Array(20).fill(255));
      },
      'error',
    ]),
    [
      'a scan header with a missing table that the scan does not need',
      async () => {
        const bytes = await noise({ progressive: true });
        const scan = (markers(bytes, 0xda)[1] as number) + 6;
        return patch(bytes, scan, [(bytes[scan] as number) | 0x30]);
      },
      'warning',
    ],
    [
      'invalid padding bits before a restart marker',
      () => {
        const bytes = fromBase64(scannedJpegs['half of the rows, restarts after two MCUs']);
        const restart = markers(bytes, 0xd1)[0] as number;
        return patch(bytes, restart - 1, [(bytes[restart - 1] as number) ^ 1]);
      },
      'warning',
    ],
    [
      'a quantization step of 0',
      async () => {
        const bytes = await noise();
        return patch(bytes, (markers(bytes, 0xdb)[0] as number) + 15, [0]);
      },
      'error',
    ],
    [
      'a quantization step of 0 in a file that is cut off',
      async () => {
        const bytes = await noise();
        return joinBytes(patch(bytes, (markers(bytes, 0xdb)[0] as number) + 15, [0]).subarray(0, -300), EOI);
      },
      'truncated',
    ],
    [
      'a refinement of bits that an earlier scan already contained',
      async () => {
        const bytes = await noise({ progressive: true });
        const first = markers(bytes, 0xda)[0] as number;
        return patch(bytes, first + 1 + (bytes[first + 3] as number), [0]);
      },
      'warning',
    ],
  ];

  it.each(cases)('has the expected level: %s', async (_, make, level) => {
    const bytes = await make();
    const { width = 0, height = 0 } = await sharp(bytes).metadata();
    expect((await checkJpeg({ bytes: bytes.slice(), width, height })).damage).toBe(level);
    const codes = { truncated: 'imageTruncated', error: 'imageDamaged', warning: 'imageIrregular' };
    expect(await outcome(bytes, 'none')).toBe(codes[level]);
    expect(await outcome(bytes, 'warning')).toBe(level === 'truncated' ? 'truncated' : 'damaged');
  });

  it('is not reported for a progressive file with few scans, as in libjpeg', async () => {
    const bytes = await noise({ progressive: true });
    const [first, second] = markers(bytes, 0xda) as [number, number];
    const table = markers(bytes, 0xc4).filter((at) => at > first && at < second)[0] as number;
    const coarse = joinBytes(bytes.subarray(0, table), EOI);
    expect(await isAccepted(coarse, 'warning')).toBe(true);
    expect(await outcome(coarse)).toBe('sound');
  });

  it('is not reported for files without Huffman tables, as in Motion JPEG', async () => {
    const bytes = await noise({ optimizeCoding: false });
    let bare = bytes;
    for (let at = markers(bare, 0xc4)[0]; at !== undefined; at = markers(bare, 0xc4)[0])
      bare = cut(bare, at, 2 + (bare[at + 2] as number) * 256 + (bare[at + 3] as number));
    expect(bare.length).toBeLessThan(bytes.length - 400);
    expect(await isAccepted(bare, 'warning')).toBe(true);
    expect(await outcome(bare)).toBe('sound');
    expect(await outcome(bare.slice(0, -40))).toBe('truncated');
  });

  it('is reported as an error for a file with too many scans', async () => {
    const bytes = fromBase64(scannedJpegs['a scan for each component']);
    const at = (markers(bytes, 0xda) as number[]).at(-1) as number;
    const scan = bytes.subarray(at, -2);
    const withScans = joinBytes(bytes.subarray(0, at), ...Array.from({ length: 200 }, () => scan), EOI);
    expect(await outcome(withScans, 'none')).toBe('damaged');
  });

  it('is detected by the baseline decoder during decoding', async () => {
    const run = platform.workers.run.bind(platform.workers);
    const tasks: string[] = [];
    const workers = {
      ...platform.workers,
      run: ((name: string, ...rest: unknown[]) => {
        tasks.push(name);
        return (run as (...all: unknown[]) => unknown)(name, ...rest);
      }) as typeof run,
    };
    const bytes = await noise();
    expect(readJpegFrame(bytes)).toBeDefined();
    await decodeImage(fileFromBytes('a.jpg', bytes.slice()), { platform: { ...platform, workers } });
    expect(tasks).toEqual(['read-jpeg']);
  });
});

function insert(bytes: Uint8Array, at: number, added: readonly number[]): Bytes {
  return joinBytes(bytes.subarray(0, at), added, bytes.subarray(at));
}

function patch(bytes: Uint8Array, at: number, values: readonly number[]): Bytes {
  const copy = new Uint8Array(bytes);
  copy.set(values, at);
  return copy;
}

function cut(bytes: Uint8Array, at: number, length: number): Bytes {
  return joinBytes(bytes.subarray(0, at), bytes.subarray(at + length));
}
