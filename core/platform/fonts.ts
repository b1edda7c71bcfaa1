import type { WasmModule } from './wasm.ts';

/** The bundled font files. */
export interface Fonts {
  /** Reads a font file such as `noto-serif-jp/noto-serif-jp-118-400-normal.woff2`. The result is read-only. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Loads the bundled emoji font if the system has none. Must be called before `fillText` draws the first emoji. */
  prepareEmoji(): Promise<void>;
  shaper(): Promise<WasmModule>;
}
