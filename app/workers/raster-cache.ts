import type { Raster } from '#core/base/raster.ts';

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
