import type { WasmModule } from './wasm.ts';

/** The bundled font files. */
export interface Fonts {
  /**
   * Reads a file by its path below @fontsource, without the `files` folder:
   * `noto-serif-jp/noto-serif-jp-118-400-normal.woff2`. The result is read-only. Rejects if the file doesn't exist.
   */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Loads the bundled emoji font if the system has none. Call before `fillText` draws the first emoji. */
  prepareEmoji(): Promise<void>;
  /** Returns the compiled HarfBuzz module. */
  shaper(): Promise<WasmModule>;
}
