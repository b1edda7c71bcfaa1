import './trusted-types.ts';
import type { Platform } from '#core/platform/platform.ts';
import type { Workers } from '#core/platform/workers.ts';
import { browserCanvases } from './canvases.ts';
import { browserFonts } from './fonts.ts';
import { browserImages } from './images.ts';
import { browserMedia } from './video.ts';
import { loadWasm } from './wasm.ts';

export function createBrowserPlatform(workers: Workers): Platform {
  return {
    images: browserImages,
    canvases: browserCanvases,
    workers,
    fonts: browserFonts,
    media: browserMedia,
    wasm: loadWasm,
  };
}
