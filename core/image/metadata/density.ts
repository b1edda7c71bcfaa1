/** Print resolution in pixels per inch, across and down. */
export interface Density {
  readonly x: number;
  readonly y: number;
}

export const CM_PER_INCH = 2.54;
export const METERS_PER_INCH = 0.0254;

/** Returns pixels per meter of the chunk `pHYs`. */
export const perMeter = (dpi: number): number => Math.round(dpi / METERS_PER_INCH);

/** Rounds a resolution of a chunk with whole pixels per meter to the resolution that was meant: 299.9994 is 300. */
export const roundedDpi = (dpi: number): number => {
  const whole = Math.round(dpi);
  return Math.abs(dpi - whole) < 0.02 ? whole : Math.round(dpi * 100) / 100;
};
