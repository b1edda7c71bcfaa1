import type { Canvases } from './canvas.ts';
import type { ImageCodecs } from './codecs.ts';
import type { Fonts } from './fonts.ts';
import type { Media } from './media.ts';
import type { WasmModule, WasmName } from './wasm.ts';
import type { Workers } from './workers.ts';

/**
 * What core needs from the outside. Two implementations: `app/platform/` and
 * `scripts/platform/`; `tests/platform.contract.ts` holds both to what is written here. Core never
 * asks where it is.
 */
export interface Platform {
  readonly images: ImageCodecs;
  readonly canvases: Canvases;
  readonly workers: Workers;
  readonly fonts: Fonts;
  readonly media: Media;
  /** A compiled WebAssembly module that ships with the project. */
  wasm(name: WasmName): Promise<WasmModule>;
}
