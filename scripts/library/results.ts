import type { ErrorData, WarningCode } from '#core/base/errors.ts';

/** A warning about a result, for example about text outside the image. */
export interface ResultWarning {
  /** Warning code for programs. */
  readonly code: WarningCode;
  readonly data: ErrorData;
  /** English sentence of the warning. */
  readonly message: string;
}

/** Properties of a result: image, audio or video. */
export interface ResultFacts {
  /** File extension without the dot, such as `jpg` or `mp4`. */
  readonly format: string;
  readonly mimeType: string;
  /** Size in bytes. */
  readonly size: number;
  /** Width in pixels, for images. */
  readonly width?: number;
  readonly height?: number;
  /** Number of frames, for animations. */
  readonly frames?: number;
  readonly warnings: readonly ResultWarning[];
}

/** A result in memory. */
export interface BytesResult extends ResultFacts {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A result in a stream, which received all bytes and was ended. */
export type StreamResult = ResultFacts;

/** A result in a file. */
export interface FileResult extends ResultFacts {
  /** Absolute path of the file. */
  readonly path: string;
}

/** A result with `bytes`, with the `path` of its file, or in a stream. */
export type OutputResult = BytesResult | FileResult | StreamResult;
