/** Encoder quality settings, 0 to 100. Settings in a column give equal SSIM (measured in decision record 0024). */
const EQUAL = {
  jpg: [0, 5, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 100],
  webp: [0, 1, 3, 14, 24, 32, 40, 49, 62, 75, 81, 88, 95, 100],
  avif: [0, 6, 15, 27, 33, 38, 42, 45, 50, 57, 63, 76, 89, 100],
} as const;

/** Returns the quality, 0 to 1, at which an encoder's images are as similar to the source as JPG at `quality`. */
export function encoderQuality(format: 'webp' | 'avif', quality: number): number {
  const wanted = quality * 100;
  const next = Math.max(
    1,
    EQUAL.jpg.findIndex((each) => each >= wanted),
  );
  const [from, to] = [EQUAL.jpg[next - 1] as number, EQUAL.jpg[next] as number];
  const [low, high] = [EQUAL[format][next - 1] as number, EQUAL[format][next] as number];
  const found = low + ((wanted - from) / (to - from)) * (high - low);
  // Rounds the quality to thousandths, so that floating-point errors don't change the encoded file.
  return Math.round(found * 10) / 1000;
}
