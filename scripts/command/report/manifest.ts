import { statSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { extensionOf } from '#core/base/files.ts';
import { imageFormatOf, imageMimeType, type OutputFormat } from '#core/image/formats/output-formats.ts';
import { syncFolders } from '../../platform/durable.ts';
import { createPendingFile, openSink } from '../../platform/files.ts';
import { readStart } from '../../platform/outside-file.ts';
import { UsageError } from '../base/errors.ts';
import type { GeneralFlags } from '../parse/general-flags.ts';
import { type PlannedJob, sourceName } from '../plan/plan.ts';
import { headerOf } from '../plan/source-header.ts';
import type { Outcome } from '../run/batch.ts';
import { checkListing } from './report-file.ts';

/** An output of an image as listed in `--manifest`. */
interface ManifestOutput {
  /** Path relative to the folder of the manifest, with forward slashes. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly format: OutputFormat;
  readonly bytes: number;
  /** Number of a frame of an animation, from 1. */
  readonly frame?: number;
  /** Delay of the frame, unless an earlier run wrote the output. */
  readonly delayMs?: number;
}

interface ManifestImage {
  readonly source: string;
  readonly outputs: ManifestOutput[];
}

export interface Manifest {
  readonly path: string;
  /** Adds an output that exists. Ignores failed outputs and dry runs. */
  add(outcome: Outcome): void;
  /** Writes the file, which gets its name when complete. Throws Node's errors. */
  write(): Promise<void>;
}

type Format = 'json' | 'html';

/** First bytes of each manifest format, by which a later run recognizes a manifest. */
const STARTS: Readonly<Record<Format, string>> = { json: '{\n  "images": [', html: '<picture>' };

/** Prepares the file of `--manifest`. Throws UsageError for another extension, and the errors of `checkListing`. */
export async function createManifest(
  { manifest: path, report, force, skipExisting, sync }: GeneralFlags,
  touched: readonly string[],
): Promise<Manifest | undefined> {
  if (path === undefined) return undefined;
  const format = formatOf(path);
  const isResumed = skipExisting && isManifest(path, format);
  await checkListing('--manifest', path, force || isResumed, report === undefined ? touched : [...touched, report]);
  const images: ManifestImage[] = [];
  const sources = new Map<number, ManifestImage>();
  const imageOf = (job: PlannedJob): ManifestImage => {
    const known = sources.get(job.source);
    if (known) return known;
    const image = { source: sourceName(job) ?? '', outputs: [] };
    sources.set(job.source, image);
    images.push(image);
    return image;
  };
  return {
    path,
    add(outcome) {
      const output = describeOutput(outcome, dirname(path));
      if (output) imageOf(outcome.job).outputs.push(output);
    },
    async write() {
      const pending = await createPendingFile(path);
      try {
        const sink = await openSink(pending);
        await sink.write(new TextEncoder().encode(writers[format](images)), 0).finally(sink.close);
      } catch (error) {
        await pending.discard();
        throw error;
      }
      await pending.commit({ replace: force || isResumed, sync });
      if (sync) await syncFolders(pending.folders);
    },
  };
}

function formatOf(path: string): Format {
  const extension = extensionOf(basename(path));
  if (extension === 'json') return 'json';
  if (extension === 'html' || extension === 'htm') return 'html';
  throw new UsageError(`--manifest ${path}: Unsupported extension. Use .json or .html.`);
}

function isManifest(path: string, format: Format): boolean {
  const start = STARTS[format];
  try {
    return Buffer.from(readStart(path, start.length)).toString() === start;
  } catch {
    return false;
  }
}

function describeOutput(outcome: Outcome, folder: string): ManifestOutput | undefined {
  const { output, frame } = outcome.job;
  const format = output === undefined ? undefined : imageFormatOf(extensionOf(basename(output)));
  if (output === undefined || !format || (outcome.kind !== 'done' && outcome.kind !== 'skipped')) return undefined;
  const path = relative(folder, output).split(sep).join('/');
  if (outcome.kind === 'skipped') {
    const { width = 0, height = 0 } = headerOf(output, statSync(output).size).header ?? {};
    return { path, width, height, format, bytes: outcome.bytes, ...(frame !== undefined && { frame }) };
  }
  const { width, height, bytes, delayMs } = outcome.result.facts;
  return {
    ...{ path, width: Number(width), height: Number(height), format, bytes: Number(bytes) },
    ...(frame !== undefined && { frame }),
    ...(delayMs !== undefined && { delayMs: Number(delayMs) }),
  };
}

const writers: Readonly<Record<Format, (images: readonly ManifestImage[]) => string>> = {
  json: (images) => `${STARTS.json}${images.map((image) => `\n    ${JSON.stringify(image)}`).join(',')}\n  ]\n}\n`,
  html: (images) => images.flatMap(sameImages).map(imageElement).join('\n'),
};

/** Splits the frames of an animation, which are different images. */
const sameImages = ({ outputs }: ManifestImage): readonly (readonly ManifestOutput[])[] =>
  outputs.some(({ frame }) => frame !== undefined) ? outputs.map((output) => [output]) : [outputs];

/** Image formats that every browser supports, for the fallback in `<picture>`. */
const FALLBACKS: readonly OutputFormat[] = ['jpg', 'png'];

/** Returns a `<picture>` element with one source per format. The fallback is JPG or PNG, otherwise the last format. */
function imageElement(outputs: readonly ManifestOutput[]): string {
  const formats = [...new Set(outputs.map(({ format }) => format))];
  const fallback = FALLBACKS.find((format) => formats.includes(format)) ?? formats.at(-1);
  const sources = formats
    .filter((format) => format !== fallback)
    .map((format) => `  <source type="${imageMimeType(format)}" ${sourceSet(outputs, format)}>\n`);
  const largest = outputs
    .filter(({ format }) => format === fallback)
    .reduce((best, each) => (each.width > best.width ? each : best));
  const { path, width, height } = largest;
  const set = fallback && sourceSet(outputs, fallback);
  return `<picture>\n${sources.join('')}  <img src="${escapePath(path)}" ${set} width="${width}" height="${height}" alt="">\n</picture>\n`;
}

/** Returns `srcset` and `sizes`. `sizes` is the full page width, which authors reduce by hand. */
function sourceSet(outputs: readonly ManifestOutput[], format: OutputFormat): string {
  const own = outputs.filter((output) => output.format === format).sort((one, other) => one.width - other.width);
  return `srcset="${own.map(({ path, width }) => `${escapePath(path)} ${width}w`).join(', ')}" sizes="100vw"`;
}

/** Percent-encodes a path for a URL in an HTML attribute, including characters such as quotes. */
const escapePath = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/'/g, '%27'))
    .join('/');
