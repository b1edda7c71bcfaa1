import type { FailOn } from '#core/base/damage.ts';
import type { ChromaSubsampling, OutputFormat } from '#core/image/formats/output-formats.ts';
import type { MetadataChoice } from '#core/image/metadata/choices.ts';
import type { CallSignal, FileUrl } from './globals.ts';
import type { Platform } from './platform.ts';
import type { ByteSink } from './sinks.ts';

export interface RunOptions {
  /** Platform that runs the call. By default, all calls share one platform. */
  readonly platform?: Platform;
  /** Signal that aborts the call. The call then rejects with `CancelledError` and removes partial results. */
  readonly signal?: CallSignal;
  /** Called with the progress from 0 to 1, which never decreases. */
  readonly onProgress?: (fraction: number) => void;
  /** Minimum damage for which an image is rejected; `truncated` by default. Lesser damage causes a warning. */
  readonly failOn?: FailOn;
}

/** Encoding of an image result. */
export interface EncodingOptions {
  /** Image format, unless `output` or the operation sets the format. Defaults to the format of the source. */
  readonly format?: OutputFormat;
  /** Image quality from 0 to 1, for formats with a quality setting. */
  readonly quality?: number;
  /** Maximum file size in units of 1,000 bytes. Lowers the quality until the file fits. */
  readonly maxKilobytes?: number;
  /** Compression of PNG, 0 (fastest) to 9 (smallest). */
  readonly compression?: number;
  /** Maximum number of colors of PNG, from 2 to 256. By default, the image keeps every color. */
  readonly colors?: number;
  /** Whether to dither an image with fewer `colors`. True by default. */
  readonly dithering?: boolean;
  /** Metadata to write into the image; none by default. */
  readonly metadata?: MetadataChoice;
  /** If true, writes the source file without metadata when the encoded file would be larger and has the same pixels. */
  readonly neverLarger?: boolean;
  /** If true, writes progressive JPG. False by default. */
  readonly progressive?: boolean;
  /** If true, encodes JPG with MozJPEG, which is slower and produces smaller files. False by default. */
  readonly smaller?: boolean;
  /** If true, writes only the first frame of an animation. False by default. */
  readonly firstFrame?: boolean;
  /** Encoding effort of WebP and AVIF, from 0 to 9. More effort is slower and produces smaller files. */
  readonly effort?: number;
  /** If true, keeps every pixel in WebP and AVIF, and also in JPG if the source is JPG. False by default. */
  readonly lossless?: boolean;
  /** Chroma subsampling of JPG and AVIF; by default 4:2:0 below the maximum quality. */
  readonly chroma?: ChromaSubsampling;
}

export interface ResultOptions extends RunOptions, EncodingOptions {
  /**
   * Path or `file:` URL of a file to write instead of returning bytes. Its extension sets the format. The file appears
   * when complete. Or a stream that receives the bytes and is ended; if the call fails, the stream is destroyed.
   */
  readonly output?: string | FileUrl | ByteSink;
  /** If true, overwrites existing files. False by default. */
  readonly force?: boolean;
  /** If true, flushes files to disk before the call resolves. True by default; false is faster. */
  readonly sync?: boolean;
}

/** One of several results of a call. These options take precedence over the call's options. */
export interface OutputOptions extends EncodingOptions {
  /** Width in pixels. The height follows from the aspect ratio. Smaller images are not enlarged. */
  readonly width?: number;
  /** File or stream to write instead of returning bytes. The extension of a file sets the format. */
  readonly output?: string | FileUrl | ByteSink;
}
