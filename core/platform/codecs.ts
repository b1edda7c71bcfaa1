import type { Raster } from '../base/raster.ts';

/** Formats that the platform's own codecs are asked for. Core decodes GIF and BMP, and PNG and WebP through WebAssembly. */
export type PlatformImageType = 'image/jpeg' | 'image/png' | 'image/avif' | 'image/heic';

/**
 * The platform's own, fast codecs. Both are for opaque pictures: every canvas loses colour where
 * alpha is low (`docs/decisions/0004-exact-alpha.md`).
 */
export interface ImageCodecs {
  /**
   * Pixels in sRGB, an embedded profile applied, exactly as stored: an Exif orientation is for
   * core to apply, and the bytes given carry none.
   * Rejects when the bytes cannot be decoded.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, type: PlatformImageType): Promise<Raster>;
  /** A baseline JPEG of an opaque raster; `quality` 0 to 1. */
  encodeJpeg(raster: Raster, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}
