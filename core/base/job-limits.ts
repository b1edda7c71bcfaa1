/** Limits that the operator of a server sets, in addition to the built-in limits in `limits.ts`. */
export interface JobLimits {
  readonly maxPixels?: number | undefined;
  /** Maximum memory of a job in megabytes (1,000,000 bytes). */
  readonly maxMemory?: number | undefined;
  /** Time limit of a job in seconds. */
  readonly timeout?: number | undefined;
}
