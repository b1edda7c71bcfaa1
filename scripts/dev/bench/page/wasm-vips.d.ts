/** Types for the used parts of wasm-vips, whose `exports` hide the package's own types. */
declare module 'wasm-vips' {
  interface Image {
    resize(scale: number, options: { readonly vscale: number; readonly kernel: 'lanczos3' }): Image;
    writeToMemory(): Uint8Array;
    delete(): void;
  }
  export default function loadVips(options: { readonly dynamicLibraries: readonly string[] }): Promise<{
    readonly Image: {
      newFromMemory(pixels: Uint8Array, width: number, height: number, bands: number, format: 'uchar'): Image;
    };
  }>;
}
