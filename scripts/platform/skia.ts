import { createRequire } from 'node:module';

type Skia = typeof import('@napi-rs/canvas');

const require = createRequire(import.meta.url);
let loaded: Skia | undefined;

/** Loads Skia on first use, because loading takes longer than cropping a photo, and most jobs don't draw. */
export function skia(): Skia {
  loaded ??= require('@napi-rs/canvas') as Skia;
  return loaded;
}
