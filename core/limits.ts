/** Limits that belong to no single operation. */

/** Pictures of more pixels are refused before they are decoded: 100 megapixels, 400 MB as RGBA. */
export const MAX_PIXELS = 100_000_000;

/** The longest side that every browser's canvas still takes (Chromium's own limit is 65,535). */
export const MAX_SIDE = 32_767;
