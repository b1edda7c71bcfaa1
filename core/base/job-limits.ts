/** Limits that an operator sets for a job; the built-in ones (`limits.ts`) hold as well. */
export interface JobLimits {
  /** Pixels of any image that is decoded or made. */
  readonly maxPixels?: number | undefined;
  /** Megabytes (of a million bytes) that the job takes. */
  readonly maxMemory?: number | undefined;
  /** Seconds that the job takes. */
  readonly timeout?: number | undefined;
}
