/** Limits that the operator of a server sets, in addition to the built-in limits in `limits.ts`. */
export interface JobLimits {
  readonly maxPixels?: number | undefined;
  /** Megabytes (1,000,000 bytes). */
  readonly maxMemory?: number | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}
