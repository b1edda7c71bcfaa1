import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Metadata } from 'sharp';
import { type ErrorCode, FudebakoError, type WarningCode } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { readImageHeader } from '#core/image/codecs/header.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { samplesFolder } from '../samples.ts';
import { imageFormats, installedPrograms, makeImages } from './image-makers.ts';
import { decodeByReference, differenceFrom, type Reference } from './image-oracle.ts';
import { knownGap } from './known-gaps.ts';
import { Random } from './random.ts';
import { decodeBySharp } from './reference-decoders.ts';

/**
 * `npm run compare-images`: decodes images of every origin beside sharp (BMP: beside FFmpeg), and lists each difference of
 * more than `TOLERANCE` with the policy that explains it. Exits with 1 where no policy explains a difference, or where an
 * image opens without a warning that sharp refuses at `failOn: 'warning'`.
 */

/** In steps of 255. */
const TOLERANCE = 4;

const { values } = parseArgs({
  options: {
    made: { type: 'string', default: '160' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '1500' },
  },
});

interface Image {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Difference {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: Metadata | undefined;
  readonly ours: Raster | ErrorCode;
  readonly references: readonly Reference[];
}

/** Why a difference is meant. */
interface Policy {
  readonly why: string;
  explains(difference: Difference): boolean;
}

const policies: readonly Policy[] = [
  {
    why: 'CMYK is converted by formula, as in browsers; sharp applies a profile',
    explains: ({ metadata }) => metadata?.space === 'cmyk',
  },
  {
    why: 'profiles of gray images are ignored',
    explains: ({ metadata }) => metadata?.icc?.toString('latin1', 16, 20) === 'GRAY',
  },
  {
    why: 'sharp processes 16 bits with a profile in Display P3',
    explains: ({ metadata }) => metadata?.depth === 'ushort' && metadata.hasProfile === true,
  },
  {
    why: 'SVG is drawn by resvg, in sharp by librsvg: edges and fonts differ',
    explains: ({ metadata }) => metadata?.format === 'svg',
  },
  {
    why: 'an image of more than 100 megapixels is refused',
    explains: ({ ours }) => ours === 'imageTooLarge' || ours === 'imageTooLong',
  },
  {
    why: 'colors of transparent pixels are nobody’s to see',
    explains: ({ ours, references }) =>
      typeof ours !== 'string' &&
      references.some((each) => differenceFrom(ours, { ...each, premultiplied: true }) === undefined),
  },
];

/** Follows no symbolic links: some lead in circles. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Files below a folder whose names say that they are images. */
function imagesBelow(folder: string, most: number): Image[] {
  if (!existsSync(folder)) return [];
  const paths = [...filesBelow(folder)].filter((path) => /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(path)).sort();
  // Of the many of one kind, some from everywhere.
  const step = Math.max(1, Math.floor(paths.length / most));
  const taken = paths.filter((_, index) => index % step === 0).slice(0, most);
  return taken.map((path) => ({ name: path, bytes: new Uint8Array(readFileSync(path)) }));
}

async function collect(): Promise<Image[]> {
  const random = new Random(Number(values.seed));
  const programs = installedPrograms();
  const made: Image[] = [];
  for (const format of imageFormats)
    for (const [index, bytes] of (await makeImages(format, random, Number(values.made), programs)).entries())
      made.push({ name: `made ${format} ${index} (seed ${values.seed})`, bytes });
  const most = Math.floor(Number(values.most) / 4);
  const root = resolve(import.meta.dirname, '../..');
  const folders = [join(root, 'node_modules'), join(root, 'public'), '/usr/share', '/usr/lib'];
  const samples = samplesFolder ? imagesBelow(samplesFolder, most) : [];
  return [...made, ...samples, ...folders.flatMap((folder) => imagesBelow(folder, most))];
}

const platform = createNodePlatform({ threads: 0 });

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<{ ours: Raster | ErrorCode; warnings: WarningCode[] }> {
  const warnings: WarningCode[] = [];
  try {
    const onWarning = ({ code }: { readonly code: WarningCode }) => void warnings.push(code);
    return {
      ours: (await decodeImage(fileFromBytes('a.bin', bytes.slice()), { platform, onWarning })).raster,
      warnings,
    };
  } catch (error) {
    if (!(error instanceof FudebakoError)) throw error;
    return { ours: error.code, warnings };
  }
}

type Verdict = 'equal' | 'refused by both' | 'opened with a warning' | 'refused here' | string;

/** What became of an image, and whether it is a fault. */
async function compareImage({ bytes }: Image): Promise<{ verdict: Verdict; detail?: string; isFault?: boolean }> {
  const { ours, warnings } = await open(bytes);
  const format = readImageHeader(bytes)?.format;
  const references =
    format === 'svg'
      ? [await decodeBySharp(bytes)].flatMap((raster) => (raster ? [{ raster, tolerance: TOLERANCE }] : []))
      : (await decodeByReference(bytes, false, LARGEST)).map((each) => ({ ...each, tolerance: TOLERANCE }));
  if (warnings.length > 0) return { verdict: 'opened with a warning' };
  if (typeof ours === 'string' && references.length === 0) return { verdict: 'refused by both' };
  const metadata =
    format === 'bmp'
      ? undefined
      : await sharp(bytes)
          .metadata()
          .catch(() => undefined);
  const difference: Difference = { bytes, metadata, ours, references };
  if (references.length === 0) {
    if (typeof ours !== 'string' && ours.width * ours.height > LARGEST) return { verdict: 'too large to compare' };
    const gap = knownGap(format ?? '', 'damage accepted', bytes);
    return gap
      ? { verdict: `known gap: ${gap.why}` }
      : { verdict: 'opened here, refused by the reference', isFault: true, detail: String(format) };
  }
  const detail =
    typeof ours === 'string'
      ? `refused: ${ours}`
      : references.map((each) => differenceFrom(ours, each)).find((each) => each);
  const isEqual = typeof ours !== 'string' && references.some((each) => differenceFrom(ours, each) === undefined);
  if (isEqual) return { verdict: 'equal' };
  const policy = policies.find((each) => each.explains(difference));
  const gap = knownGap(format ?? '', typeof ours === 'string' ? 'undamaged refused' : 'undamaged differs', bytes);
  if (policy || gap) return { verdict: policy ? policy.why : `known gap: ${gap?.why}`, ...(detail && { detail }) };
  return { verdict: 'unexplained', isFault: true, ...(detail && { detail }) };
}

/** Pixels of the largest image that is compared. */
const LARGEST = 40_000_000;

const images = await collect();
console.log(`${images.length} images`);
const verdicts = new Map<string, number>();
let faults = 0;
for (const image of images) {
  const { verdict, detail, isFault = false } = await compareImage(image);
  verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  if (isFault) faults++;
  if (detail) console.log(`${isFault ? 'FAULT ' : ''}${image.name}: ${verdict}: ${detail}`);
}
console.log();
for (const [verdict, count] of [...verdicts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)} ${verdict}`);
console.log(`\n${faults} faults in ${images.length} images`);
process.exit(faults > 0 ? 1 : 0);
