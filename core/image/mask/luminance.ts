/** Luminance weights of BT.709 (ITU-R BT.709-6, 3.2), rounded to four decimals, as integers. */
const [RED, GREEN, BLUE] = [2126, 7152, 722];

export const LUMINANCE_FULL = (RED + GREEN + BLUE) * 255 * 255;

/** Returns the mask value of an RGBA pixel: luminance times alpha, 0 to `LUMINANCE_FULL`. */
export function luminanceTimesAlpha(data: Uint8Array | Uint8ClampedArray, at: number): number {
  const luminance = RED * (data[at] as number) + GREEN * (data[at + 1] as number) + BLUE * (data[at + 2] as number);
  return luminance * (data[at + 3] as number);
}
