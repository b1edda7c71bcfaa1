/** Type declarations for the used parts of the package gifenc, which has no types. */
declare module 'gifenc' {
  type Color = readonly [red: number, green: number, blue: number];

  interface Gifenc {
    quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number): Color[];
    /** Palette colors have alpha with the format `rgba4444` only. */
    quantize(
      rgba: Uint8Array | Uint8ClampedArray,
      maxColors: number,
      options: { readonly format: 'rgb565' | 'rgba4444' },
    ): [red: number, green: number, blue: number, alpha?: number][];
  }

  export const quantize: Gifenc['quantize'];
  const whole: Gifenc;
  export default whole;
}
