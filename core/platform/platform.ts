import type { Canvases } from './canvas.ts';
import type { ImageCodecs } from './codecs.ts';
import type { Fonts } from './fonts.ts';
import type { Media } from './media.ts';
import type { WasmModule, WasmName } from './wasm.ts';
import type { Workers } from './workers.ts';

/** The platform interface of core, implemented in `app/platform/` (browsers) and `scripts/platform/` (Node.js). */
export interface Platform {
  readonly images: ImageCodecs;
  readonly canvases: Canvases;
  readonly workers: Workers;
  readonly fonts: Fonts;
  readonly media: Media;
  wasm(name: WasmName): Promise<WasmModule>;
}
