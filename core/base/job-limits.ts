/** Limits set by an operator, in addition to the built-in limits in `limits.ts`. */
export interface JobLimits {
  /** Pixels of any decoded or created image. */
  readonly maxPixels?: number | undefined;
  /** Millions of bytes. */
  readonly maxMemory?: number | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}
