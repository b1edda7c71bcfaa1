import { adjustColor } from '#core/image/adjust-color.ts';
import { blurSharpen } from '#core/image/blur-sharpen.ts';
import { composeLayers } from '#core/image/layer.ts';
import { makeMask } from '#core/image/make-mask.ts';
import { createNodePlatform } from '../../platform/index.ts';
import { type BenchCase, defineCase, type Result } from './case.ts';
import { mp3ToWavCase, wavToMp3Case } from './cases/audio-source.ts';
import { convertCases } from './cases/convert.ts';
import { cropCases } from './cases/crop.ts';
import { scaleCases } from './cases/scale.ts';
import { videoCase } from './cases/video.ts';
import { measureCase } from './measure.ts';
import { benchOptions } from './options.ts';
import { cutOutPhoto, type PhotoSize, photo, photoSizes } from './photos.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --growth`: measures inputs of three sizes, and estimates the exponent of the growth in time. */

const { only, number: rounds, has } = benchOptions('rounds', 3);

interface Growing {
  readonly name: string;
  readonly unit: 'MP' | 'min';
  readonly sizes: readonly { readonly size: number; readonly work: BenchCase }[];
}

const megapixels = Object.entries(photoSizes).map(([name, { width, height }]) => ({
  name: name as PhotoSize,
  size: (width * height) / 1e6,
}));

/** Returns the benchmark cases with synthetic photos, sorted by size. */
const filesOf = (name: string, list: readonly BenchCase[]): Growing => ({
  name,
  unit: 'MP',
  sizes: megapixels.map(({ name: photo, size }) => {
    const work = list.find((entry) => entry.name === `${name}, ${photo}`);
    if (!work) throw new Error(`Unknown case ${name}, ${photo}`);
    return { size, work };
  }),
});

const pixelsOf = (
  name: string,
  run: (size: PhotoSize, platform: Parameters<BenchCase['ours']>[1]) => Promise<unknown>,
): Growing => ({
  name,
  unit: 'MP',
  sizes: megapixels.map(({ name: photo, size }) => ({
    size,
    work: defineCase({
      name: `${name}, ${photo}`,
      setUp: async () => photo,
      ours: async (of, platform): Promise<Result> => {
        await run(of, platform);
        return undefined;
      },
      peers: {},
    }),
  })),
});

const minutesOf = (name: string, at: (minutes: number) => BenchCase): Growing => ({
  name,
  unit: 'min',
  sizes: [1, 3, 9].map((size) => ({ size, work: at(size) })),
});

const adjustment = { saturation: 0.3, brightness: 0.1, hue: 0.2, contrast: -0.2 };
const layering = { blendMode: 'normal', view: 'combined', offsetX: 0, offsetY: 0 } as const;

const everything: readonly Growing[] = [
  filesOf('convert JPEG → PNG', convertCases),
  filesOf('convert JPEG → JPEG', convertCases),
  filesOf('crop the middle quarter, JPEG → JPEG', cropCases),
  filesOf('scale × 0.342, JPEG → JPEG', scaleCases),
  pixelsOf('adjust-color', (size, platform) => adjustColor(photo(size), adjustment, { platform })),
  pixelsOf('Gaussian σ 5', (size, platform) => blurSharpen(photo(size), { sharpness: -1 }, { platform })),
  pixelsOf('sharpening', (size, platform) => blurSharpen(photo(size), { sharpness: 0.4 }, { platform })),
  pixelsOf('layer, normal with alpha', (size, platform) =>
    composeLayers({ top: cutOut(size), bottom: photo(size) }, layering, { platform }),
  ),
  pixelsOf('make-mask', (size, platform) =>
    makeMask(photo(size), { gray: 0, strokes: [], invert: false }, { platform }),
  ),
  minutesOf('WAV → MP3, 192 kbps', wavToMp3Case),
  minutesOf('MP3 → WAV, 192 kbps', mp3ToWavCase),
  minutesOf('audio → video, one 1080p image', videoCase),
];

const cutOuts = new Map<PhotoSize, ReturnType<typeof cutOutPhoto>>();
function cutOut(size: PhotoSize) {
  const made = cutOuts.get(size) ?? cutOutPhoto(size);
  cutOuts.set(size, made);
  return made;
}

/** Returns the least-squares slope of the logarithms of time and size. The slope is the exponent of the growth. */
function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const);
  const mean = (at: 0 | 1) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [size, time] = [mean(0), mean(1)];
  const along = logs.reduce((sum, [x, y]) => sum + (x - size) * (y - time), 0);
  return along / logs.reduce((sum, [x]) => sum + (x - size) ** 2, 0);
}

const platform = createNodePlatform();
const rows: string[][] = [];
for (const { name, unit, sizes } of everything.filter(({ name }) => only.test(name))) {
  const points: (readonly [number, number])[] = [];
  for (const { size, work } of sizes) {
    const [ours] = await measureCase(work, { rounds, peers: {}, platform });
    if (!ours || ours.failure !== undefined) throw new Error(`${work.name}: ${ours?.failure}`);
    points.push([size, ours.medianCpuMs]);
  }
  const row = [
    name,
    `${points.map(([size]) => Math.round(size)).join(', ')} ${unit}`,
    `${points.map(([, time]) => Math.round(time)).join(', ')} ms`,
    exponent(points).toFixed(2),
    exponent(points.slice(1)).toFixed(2),
  ];
  rows.push(row);
  process.stdout.write(`${row.join('  ')}\n`);
}
platform.close();
if (has('write'))
  await writeTable('growth', ['work', 'sizes', 'CPU time', 'exponent', 'exponent of the larger two'], rows);
