import { createRequire } from 'node:module';

type Skia = typeof import('@napi-rs/canvas');

const require = createRequire(import.meta.url);
let loaded: Skia | undefined;

/** Takes longer to load than a photograph to be cropped: only what draws, or has no codec here, waits for it. */
export function skia(): Skia {
  loaded ??= require('@napi-rs/canvas') as Skia;
  return loaded;
}
