import type { FailOn } from '#core/base/damage.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
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

/** Encoding of an image result. The format defaults to that of `output`, of the operation, or of the source. */
export interface EncodingOptions extends Partial<ImageEncoding> {}

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
