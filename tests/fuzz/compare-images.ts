import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Metadata } from 'sharp';
import { type ErrorCode, FudebakoError, type WarningCode } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { gifImages } from '#core/image/formats/gif/gif-images.ts';
import { hasValidChecksum, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { readImageHeader } from '#core/image/formats/registry.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { samplesFolder } from '../samples.ts';
import { imageFormats, installedPrograms, makeImages } from './image-makers.ts';
import { decodeByReference, differenceFrom, type Reference } from './image-oracle.ts';
import { Random } from './random.ts';
import { decodeBySharp } from './reference-decoders.ts';

/**
 * `npm run compare-images -- [FOLDER …]`: decodes images of any origin by core and by sharp (BMP: by FFmpeg), and
 * lists each difference of more than `TOLERANCE` with the policy that explains it. Sharp is as strict as possible
 * (`failOn: 'warning'`). Exits with 1 if no policy explains
 *
 * - a difference,
 * - a warning or a refusal of an image that sharp accepts,
 * - an image that opens without a warning and that sharp refuses.
 *
 * Compares all images of the given folders, and a selection from common folders.
 */

/** Maximum difference in 8-bit levels. */
const TOLERANCE = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    made: { type: 'string', default: '160' },
    seed: { type: 'string', default: '1' },
    most: { type: 'string', default: '1500' },
  },
});

interface Image {
  readonly name: string;
  read(): Uint8Array<ArrayBuffer>;
}

/** Outcome of an image on which Fudebako and the reference decoder disagree. */
type Kind = 'pixels differ' | 'refused here' | 'refused there' | 'warning here';

interface Difference {
  readonly kind: Kind;
  readonly format: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Sharp's metadata, if sharp reads the file. */
  readonly metadata: Metadata | undefined;
  readonly ours: Raster | ErrorCode;
  readonly warnings: readonly WarningCode[];
  /** Pixels from each reference decoder that accepts the file. */
  readonly references: readonly Reference[];
}

/** Reason why a difference between Fudebako and the reference decoder is intended. */
interface Policy {
  readonly kind: Kind;
  /** Format that the policy applies to; by default every format. */
  readonly format?: string;
  readonly why: string;
  explains(difference: Difference): boolean;
}

const policies: readonly Policy[] = [
  {
    kind: 'pixels differ',
    why: 'profiles of gray images are ignored',
    explains: ({ metadata }) => metadata?.icc?.toString('latin1', 16, 20) === 'GRAY',
  },
  {
    kind: 'pixels differ',
    why: 'sharp processes 16 bits with a profile in Display P3',
    explains: ({ metadata }) => metadata?.depth === 'ushort' && metadata.hasProfile === true,
  },
  {
    kind: 'pixels differ',
    why: 'color engines interpolate profiles with lookup tables differently, by up to 16 steps',
    explains: ({ metadata, ...difference }) =>
      metadata?.icc?.includes('A2B0') === true && eachApart(difference, (ours, theirs) => apart(ours, theirs) <= 16),
  },
  {
    kind: 'pixels differ',
    why: 'colors of transparent pixels are nobody’s to see',
    explains: ({ ours, references }) =>
      typeof ours !== 'string' &&
      references.some((each) => differenceFrom(ours, { ...each, premultiplied: true }) === undefined),
  },
  {
    kind: 'pixels differ',
    format: 'svg',
    why: 'SVG is drawn by resvg, in sharp by librsvg: edges and fonts differ',
    explains: () => true,
  },
  {
    kind: 'refused there',
    format: 'svg',
    why: 'an SVG without a size is drawn as browsers do; librsvg refuses it',
    explains: ({ bytes }) => !/\b(width|height|viewBox)=/.test(svgRoot(bytes)),
  },
  {
    kind: 'refused here',
    format: 'svg',
    why: 'an SVG without the namespace of SVG is refused, as by browsers',
    explains: ({ bytes }) => !/\bxmlns\b/.test(svgRoot(bytes)),
  },
  {
    kind: 'pixels differ',
    format: 'avif',
    why: 'AV1 leaves open how subsampled chroma is interpolated: up to 2% of the pixels differ in luma too',
    explains: ({ ours, references }) => {
      const [reference] = references;
      if (typeof ours === 'string' || reference?.lumaTolerance === undefined) return false;
      return Number.parseInt(differenceFrom(ours, reference) ?? '0', 10) <= ours.width * ours.height * 0.02;
    },
  },
  {
    kind: 'refused here',
    format: 'avif',
    why: 'libavif refuses two lists of item properties of one version',
    explains: ({ bytes }) => Buffer.from(bytes).toString('latin1').split('ipma').length > 2,
  },
  {
    kind: 'refused here',
    format: 'heic',
    why: '4:4:4 that libde265 decodes to wrong chroma is refused',
    explains: ({ ours }) => ours === 'imageFormat',
  },
  {
    kind: 'refused here',
    format: 'gif',
    why: 'LZW codes of more than 8 bits are refused, as by giflib and Chromium',
    explains: ({ bytes }) => [...gifImages(bytes)].some(({ dataStart }) => (bytes[dataStart] ?? 0) > 8),
  },
  {
    kind: 'warning here',
    format: 'png',
    why: 'a profile or orientation with a wrong checksum is ignored, with a warning; libpng gives none',
    explains: ({ bytes, warnings }) =>
      warnings.every((code) => code === 'imageIrregular') &&
      [...pngChunks(bytes)].some((each) => /^(iCCP|eXIf)$/.test(each.type) && !hasValidChecksum(bytes, each)),
  },
  {
    kind: 'warning here',
    format: 'bmp',
    why: 'a run that leaves its row is damage; FFmpeg accepts it',
    explains: ({ bytes, warnings }) => bmpField(bytes, 30) === 1 && warnings.includes('imageDamaged'),
  },
  {
    kind: 'pixels differ',
    format: 'bmp',
    why: 'colors outside the table, and pixels that runs skip, are black, as in browsers',
    explains: ({ bytes, ...difference }) =>
      bmpBits(bytes) <= 8 && eachApart(difference, (ours) => ours.join() === '0,0,0,255'),
  },
  {
    kind: 'pixels differ',
    format: 'bmp',
    why: 'alpha counts where a mask names it and not all of it is 0; FFmpeg decides by the number of bits',
    explains: ({ bytes, ...difference }) =>
      // Tolerance for 4 bits per channel, which FFmpeg expands by shifting.
      bmpBits(bytes) >= 16 && eachApart(difference, (ours, theirs) => apart(ours.slice(0, 3), theirs) <= 15),
  },
  {
    kind: 'pixels differ',
    format: 'bmp',
    why: 'an offset that leaves out the color table is corrected; FFmpeg takes the table for pixels',
    explains: ({ bytes }) => bmpBits(bytes) <= 8 && bmpField(bytes, 10) === 14 + bmpField(bytes, 14),
  },
  {
    kind: 'refused there',
    format: 'bmp',
    why: 'FFmpeg refuses some masks, headers and stated sizes that browsers accept',
    explains: ({ bytes }) => {
      const [bits, compression, header] = [bmpBits(bytes), bmpField(bytes, 30), bmpField(bytes, 14)];
      const hasManyColors = bits <= 8 && bmpField(bytes, 46) > 2 ** bits;
      const isOneByFfmpeg = bytes[26] === 1 && bmpField(bytes, 2) <= bytes.length && bits !== 2;
      return !isOneByFfmpeg || hasManyColors || [3, 6].includes(compression) || header === 16;
    },
  },
  {
    kind: 'refused here',
    why: 'an image of more than 100 megapixels is refused',
    explains: ({ ours }) => ours === 'imageTooLarge' || ours === 'imageTooLong',
  },
];

const bmpField = (bytes: Uint8Array, at: number) => Buffer.from(bytes).readUInt32LE(at);
const bmpBits = (bytes: Uint8Array) => bmpField(bytes, 28) & 0xffff;

const svgRoot = (bytes: Uint8Array) => /<(\w+:)?svg\b[^>]*>/.exec(Buffer.from(bytes).toString())?.[0] ?? '';

/** Returns the maximum difference of two colors' channels. */
const apart = (ours: Uint8ClampedArray, theirs: Uint8ClampedArray) =>
  Math.max(...Array.from(ours, (level, channel) => Math.abs(level - (theirs[channel] as number))));

/** True if the predicate holds for every pixel that differs from the first reference. */
function eachApart(
  { ours, references }: Pick<Difference, 'ours' | 'references'>,
  isSo: (ours: Uint8ClampedArray, theirs: Uint8ClampedArray) => boolean,
): boolean {
  const theirs = references[0]?.raster;
  if (typeof ours === 'string' || !theirs || ours.width !== theirs.width || ours.height !== theirs.height) return false;
  for (let at = 0; at < ours.data.length; at += 4) {
    const [one, other] = [ours.data.subarray(at, at + 4), theirs.data.subarray(at, at + 4)];
    if (apart(one, other) > TOLERANCE && !isSo(one, other)) return false;
  }
  return true;
}

/** Yields files without following symlinks, because some symlinks form loops. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Returns files below a folder whose extension is that of an image. */
function imagesBelow(folder: string, most: number): Image[] {
  if (!existsSync(folder)) return [];
  const paths = [...filesBelow(folder)].filter((path) => /\.(png|jpe?g|gif|webp|avif|bmp|svg)$/i.test(path)).sort();
  // Selects files evenly from a folder that has very many.
  const step = Math.max(1, Math.floor(paths.length / most));
  const chosen = paths.filter((_, index) => index % step === 0).slice(0, most);
  return chosen.map((path) => ({ name: path, read: () => new Uint8Array(readFileSync(path)) }));
}

async function collect(): Promise<Image[]> {
  const random = new Random(Number(values.seed));
  const programs = installedPrograms();
  const made: Image[] = [];
  for (const format of imageFormats)
    for (const [index, bytes] of (await makeImages(format, random, Number(values.made), programs)).entries())
      made.push({ name: `made ${format} ${index} (seed ${values.seed})`, read: () => bytes });
  const most = Math.floor(Number(values.most) / 4);
  const root = resolve(import.meta.dirname, '../..');
  const folders = [join(root, 'node_modules'), join(root, 'public'), '/usr/share', '/usr/lib'];
  const samples = samplesFolder ? imagesBelow(samplesFolder, most) : [];
  const fromFolders = positionals.flatMap((folder) => imagesBelow(folder, Number.POSITIVE_INFINITY));
  return [...made, ...samples, ...fromFolders, ...folders.flatMap((folder) => imagesBelow(folder, most))];
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

interface Verdict {
  readonly format: string;
  readonly outcome: string;
  readonly detail?: string | undefined;
  readonly isFault?: boolean;
}

async function compareImage(bytes: Uint8Array<ArrayBuffer>): Promise<Verdict> {
  const { ours, warnings } = await open(bytes);
  const format = readImageHeader(bytes)?.format ?? 'other';
  const references =
    format === 'svg'
      ? [await decodeBySharp(bytes, { mostPixels: LARGEST })].flatMap((raster) =>
          raster ? [{ raster, tolerance: TOLERANCE }] : [],
        )
      : (await decodeByReference(bytes, false, LARGEST)).map((each) => ({ ...each, tolerance: TOLERANCE }));
  const isRefused = typeof ours === 'string';
  const pixels = isRefused ? [] : references.map((each) => differenceFrom(ours, each));
  const isEqual = pixels.includes(undefined);
  if (references.length === 0) {
    if (isRefused) return { format, outcome: 'refused by both', detail: ours };
    if (warnings.length > 0) return { format, outcome: 'opened with a warning, refused by the reference' };
    if (ours.width * ours.height > LARGEST) return { format, outcome: 'too large to compare' };
  } else if (isEqual && warnings.length === 0) return { format, outcome: 'equal' };
  const kind: Kind = isRefused
    ? 'refused here'
    : references.length === 0
      ? 'refused there'
      : warnings.length > 0
        ? 'warning here'
        : 'pixels differ';
  const detail = [kind, isRefused ? ours : warnings.join(', '), isEqual ? '' : pixels.join('; ')].join(' ');
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  const difference: Difference = { kind, format, bytes, metadata, ours, warnings, references };
  const policy = policies.find(
    (each) => each.kind === kind && (each.format ?? format) === format && each.explains(difference),
  );
  return { format, outcome: policy?.why ?? 'unexplained', detail, isFault: !policy };
}

/** Maximum pixels of a compared image. */
const LARGEST = 40_000_000;

const images = await collect();
console.log(`${images.length} images`);
const verdicts: Verdict[] = [];
for (const { name, read } of images) {
  const verdict = await compareImage(read());
  verdicts.push(verdict);
  const { outcome, detail, isFault } = verdict;
  if (detail) console.log(`${isFault ? 'FAULT ' : ''}${name}: ${outcome}: ${detail}`);
}

const formats = [...new Set(verdicts.map(({ format }) => format))].sort();
const alike = (outcome: string) => verdicts.filter((each) => each.outcome === outcome);
const outcomes = [...new Set(verdicts.map(({ outcome }) => outcome))];
outcomes.sort((a, b) => alike(b).length - alike(a).length);
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
console.log();
row(['outcome', ...formats, 'all']);
row(['---', ...formats.map(() => '---:'), '---:']);
const counts = (of: readonly Verdict[]) => [
  ...formats.map((format) => of.filter((each) => each.format === format).length),
  of.length,
];
for (const outcome of outcomes) row([outcome, ...counts(alike(outcome))]);
row(['all', ...counts(verdicts)]);

const faults = verdicts.filter(({ isFault }) => isFault).length;
console.log(`\n${faults} faults in ${images.length} images`);
process.exit(faults > 0 ? 1 : 0);
