import type { Raster } from '../base/raster.ts';

/** Formats that core passes to the platform's codecs. PNG is passed only to apply color profiles. */
export type PlatformImageType = 'image/jpeg' | 'image/png' | 'image/avif';

/** Fast codecs for opaque images. Canvases lose color at low alpha (`docs/decisions/0004-exact-alpha.md`). */
export interface ImageCodecs {
  /** Decodes to sRGB without applying orientation, which core applies. Rejects if decoding fails. */
  decode(bytes: Uint8Array<ArrayBuffer>, type: PlatformImageType): Promise<Raster>;
  /** Encodes a baseline JPEG of an opaque raster; `quality` is 0 to 1. */
  encodeJpeg(raster: Raster, quality: number): Promise<Uint8Array<ArrayBuffer>>;
}
