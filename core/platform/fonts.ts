import type { WasmModule } from './wasm.ts';

/** The bundled font files. */
export interface Fonts {
  /** Reads `noto-serif-jp/noto-serif-jp-118-400-normal.woff2` from @fontsource. The result is read-only. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Loads the bundled emoji font if the system has none. Call before `fillText` draws the first emoji. */
  prepareEmoji(): Promise<void>;
  /** Returns the compiled HarfBuzz module. */
  shaper(): Promise<WasmModule>;
}
