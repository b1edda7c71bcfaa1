/** Type declarations for the used parts of the package gifenc, which has no types. */
declare module 'gifenc' {
  type Color = readonly [red: number, green: number, blue: number];

  interface FrameOptions {
    readonly palette?: readonly Color[];
    /** True to write the logical screen descriptor, the palette and the loop extension before the frame. */
    readonly first?: boolean;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** Delay after the frame in milliseconds. */
    readonly delay?: number;
    /** Number of repetitions of the animation; 0 repeats forever. */
    readonly repeat?: number;
    readonly colorDepth?: number;
    readonly dispose?: number;
  }

  interface Encoder {
    writeHeader(): void;
    writeFrame(indices: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  interface Gifenc {
    GIFEncoder(options?: { readonly auto?: boolean; readonly initialCapacity?: number }): Encoder;
    quantize(rgba: Uint8Array | Uint8ClampedArray, maxColors: number): Color[];
    /** Palette colors have alpha with the format `rgba4444` only. */
    quantize(
      rgba: Uint8Array | Uint8ClampedArray,
      maxColors: number,
      options: { readonly format: 'rgb565' | 'rgba4444' },
    ): [red: number, green: number, blue: number, alpha?: number][];
  }

  export const GIFEncoder: Gifenc['GIFEncoder'];
  export const quantize: Gifenc['quantize'];
  const whole: Gifenc;
  export default whole;
}
