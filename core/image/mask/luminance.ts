/**
 * Luminance by the weights 0.2126, 0.7152 and 0.0722 (BT.709), in whole numbers, so that white is
 * exactly full.
 */
const [RED, GREEN, BLUE] = [2126, 7152, 722];

/** What `luminanceTimesAlpha` gives for opaque white. */
export const LUMINANCE_FULL = (RED + GREEN + BLUE) * 255 * 255;

/** What a mask shows at a pixel of RGBA bytes: its luminance times its alpha, 0 to `LUMINANCE_FULL`. */
export function luminanceTimesAlpha(data: Uint8Array | Uint8ClampedArray, at: number): number {
  const luminance = RED * (data[at] as number) + GREEN * (data[at + 1] as number) + BLUE * (data[at + 2] as number);
  return luminance * (data[at + 3] as number);
}
