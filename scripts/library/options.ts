import type { FailOn } from '#core/base/damage.ts';
import type { ChromaSubsampling, OutputFormat } from '#core/image/codecs/encode.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import type { Platform } from './platform.ts';

export interface RunOptions {
  /** Platform to run on; by default a platform that all calls share. */
  readonly platform?: Platform;
  /** Signal that aborts the call, which rejects with `CancelledError` and removes partial results. */
  readonly signal?: AbortSignal;
  /** Receives the progress from 0 to 1, which never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** Least severe damage for which an image is refused, `truncated` by default. Lesser damage is a warning. */
  readonly failOn?: FailOn;
}

/** How an image is encoded. */
export interface EncodingOptions {
  /** Image format, unless `output` or the operation sets one. Defaults to the format of the source. */
  readonly format?: OutputFormat;
  /** Image quality, 0 to 1, for formats that have one. */
  readonly quality?: number;
  /** Largest file size in units of 1,000 bytes; lowers the quality to fit. */
  readonly maxKilobytes?: number;
  /** Compression of PNG, 0 (fastest) to 9 (smallest). */
  readonly compression?: number;
  /** Maximum number of colors of PNG, 2 to 256. By default the image keeps every color. */
  readonly colors?: number;
  /** Whether to dither an image with fewer `colors`. True by default. */
  readonly dithering?: boolean;
  /** Metadata to write into the image; none by default. */
  readonly metadata?: MetadataChoice;
  /** Whether to write the source without metadata in place of a larger file of its format with the same pixels. */
  readonly neverLarger?: boolean;
  /** Whether to write JPG in progressive scans. False by default. */
  readonly progressive?: boolean;
  /** Whether to encode JPG with MozJPEG, which is slower and makes smaller files. False by default. */
  readonly smaller?: boolean;
  /** Whether to write only the first frame of an animation. False by default. */
  readonly firstFrame?: boolean;
  /** Encoding effort of WebP and AVIF, 0 to 9: more takes longer and makes smaller files. */
  readonly effort?: number;
  /** Whether to keep every pixel in WebP and AVIF, and those of a JPG source in JPG. False by default. */
  readonly lossless?: boolean;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling;
}

export interface ResultOptions extends RunOptions, EncodingOptions {
  /** File to write instead of returning bytes. Its extension sets the format; it appears when complete. */
  readonly output?: string | URL;
  /** Whether to overwrite existing files. False by default. */
  readonly force?: boolean;
  /** Whether to flush files to disk before the call resolves. True by default; false is faster. */
  readonly sync?: boolean;
}

/** One of several results of a call. Its options take precedence over those of the call. */
export interface OutputOptions extends EncodingOptions {
  /** Width in pixels; the height follows. A smaller image is not enlarged. */
  readonly width?: number;
  /** File to write instead of returning bytes. Its extension sets the format. */
  readonly output?: string | URL;
}
