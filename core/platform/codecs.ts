import type { Raster } from '../base/raster.ts';

/** Image formats that core decodes with the platform's codecs. PNG is used only to apply color profiles. */
export type PlatformImageType = 'image/jpeg' | 'image/png' | 'image/avif';

/** Codecs for opaque images only, because canvases lose color at low alpha (`docs/decisions/0004-exact-alpha.md`). */
export interface ImageCodecs {
  /** Decodes an image to sRGB without applying Exif orientation. Rejects if decoding fails. */
  decode(bytes: Uint8Array<ArrayBuffer>, type: PlatformImageType): Promise<Raster>;
  /** Encodes an opaque raster as a baseline JPEG; `quality` is 0 to 1. */
  encodeJpeg(raster: Raster, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}
