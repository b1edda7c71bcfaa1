import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { sha256Of } from '../../platform/file-hashes.ts';
import type { JobOrder } from '../plan/job-order.ts';

/** Version of the cache format. Increased when the meaning of keys or entries changes. */
const CACHE_VERSION = 1;

/** Packages that select or change an encoder, by their presence or version. */
const ENCODERS = ['node-av', '@ffmpeg/core', '@napi-rs/canvas', '@fudebako/fonts'];

let encoders: readonly (string | undefined)[] | undefined;

/** Hashes everything that affects a result: inputs with names, steps, settings, limits, system and package versions. */
export async function cacheKey(
  { steps, output, image, results, failOn, textEncoding, limits }: JobOrder,
  identify: (path: string) => Promise<readonly [name: string, sha256: string]>,
): Promise<string> {
  encoders ??= ENCODERS.map(installedVersion);
  const described = [];
  for (const { operation, params, inputs = {}, madeOn } of steps) {
    const files = [];
    for (const [name, paths] of Object.entries(inputs))
      files.push([name, Array.isArray(paths), await Promise.all([paths].flat().map(identify))]);
    described.push([operation, params, files, ...(madeOn ? [madeOn] : [])]);
  }
  const machine = [CACHE_VERSION, packageJson.version, process.platform, process.arch, encoders];
  const source = image === undefined ? null : await identify(image);
  const wanted = results.map(({ width, encoding }) => [width ?? null, encoding ?? null]);
  return sha256Of(
    JSON.stringify([
      machine,
      described,
      output,
      source,
      wanted,
      failOn,
      limits.maxPixels ?? null,
      ...(textEncoding ? [textEncoding] : []),
    ]),
  );
}

function installedVersion(name: string): string | undefined {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? [])
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch {
      // The package isn't in this `node_modules` folder, so the loop continues with the next folder.
    }
  return undefined;
}
