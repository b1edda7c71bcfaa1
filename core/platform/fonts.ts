import type { WasmModule } from './wasm.ts';

/** The font files that ship with the project; which of them a text needs is core's to say. */
export interface Fonts {
  /**
   * The bytes of a file, as `noto-serif-jp/noto-serif-jp-118-400-normal.woff2`: the package's name
   * below @fontsource and the file's in its `files` folder. The caller does not write to them.
   * Rejects when there is no such file.
   */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Awaited before `fillText` draws the first colour emoji: where the system has no font for them,
   * the platform takes the one that ships.
   */
  prepareEmoji(): Promise<void>;
  /** The program that shapes text: `harfbuzz`. */
  shaper(): Promise<WasmModule>;
}
