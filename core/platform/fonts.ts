import type { WasmModule } from './wasm.ts';

export interface Fonts {
  /** Reads a font file such as `noto-serif-jp/noto-serif-jp-118-400-normal.woff2`. Its bytes must not be modified. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /** Loads the bundled emoji font if the system has none. Call before `fillText` draws the first emoji. */
  prepareEmoji(): Promise<void>;
  shaper(): Promise<WasmModule>;
}
