import type { Raster } from '#core/base/raster.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';

/** An LRU cache of images with a limit in bytes. Never evicts the most recently used image. */
export class RasterCache {
  private readonly rasters = new Map<string, Raster>();

  constructor(private readonly maxBytes: number) {}

  get(key: string): Raster | undefined {
    const raster = this.rasters.get(key);
    if (raster) this.put(key, raster);
    return raster;
  }

  put(key: string, raster: Raster): void {
    this.rasters.delete(key);
    this.rasters.set(key, raster);
    let bytes = this.bytes;
    for (const [oldest, { data }] of this.rasters) {
      if (bytes <= this.maxBytes || oldest === key) break;
      this.rasters.delete(oldest);
      bytes -= data.byteLength;
    }
  }

  dropPrefix(prefix: string): void {
    for (const key of this.rasters.keys()) if (key.startsWith(prefix)) this.rasters.delete(key);
  }

  /** Returns the total bytes of all cached images. An image with several keys counts once. */
  get bytes(): number {
    let sum = 0;
    for (const raster of new Set(this.rasters.values())) sum += raster.data.byteLength;
    return sum;
  }
}

interface CachedSteps {
  readonly source?: string;
  readonly steps: Recipe;
}

export const rasterKey = ({ source = '', steps }: CachedSteps): string => steps.reduce(nextKey, `${source}|`);

/** Returns the key of an image after one more step. */
const nextKey = (key: string, step: RecipeStep): string => `${key}${JSON.stringify(step)}|`;

/**
 * Returns the cached result of the most steps, and the number of these steps. If the remaining steps redact, the cached
 * steps must not, because all redact steps hide their areas together.
 */
export function longestCached(rasters: RasterCache, { source, steps }: CachedSteps) {
  const keys = [rasterKey({ ...(source !== undefined && { source }), steps: [] })];
  for (const step of steps) keys.push(nextKey(keys.at(-1) as string, step));
  const isRedact = ({ operation }: RecipeStep) => operation === 'redact';
  const [first, last] = [steps.findIndex(isRedact), steps.findLastIndex(isRedact)];
  for (let done = steps.length; done >= 0; done--) {
    const raster = done > last || done <= first ? rasters.get(keys[done] as string) : undefined;
    if (raster) return { raster, done };
  }
  return { raster: undefined, done: 0 };
}
