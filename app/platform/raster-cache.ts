import type { Raster } from '#core/base/raster.ts';

/**
 * Rasters by key, the least recently used given up first once they pass a number of bytes. The
 * one put or asked for last always stays. What is gone can be made again from its source.
 */
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

  /** Forgets every raster whose key begins so. */
  dropPrefix(prefix: string): void {
    for (const key of this.rasters.keys()) if (key.startsWith(prefix)) this.rasters.delete(key);
  }

  /** What it holds now; a raster that stands under two keys counts once. */
  get bytes(): number {
    let sum = 0;
    for (const raster of new Set(this.rasters.values())) sum += raster.data.byteLength;
    return sum;
  }
}
