import { createRequire } from 'node:module';
import { MissingPackageError } from './missing-package.ts';

type Skia = typeof import('@napi-rs/canvas');

const require = createRequire(import.meta.url);
let loaded: Skia | undefined;

/** Loads Skia on first use, because loading takes longer than cropping a photo, and most jobs don't draw. */
export function skia(): Skia {
  loaded ??= load();
  return loaded;
}

function load(): Skia {
  try {
    return require('@napi-rs/canvas') as Skia;
  } catch (cause) {
    throw new MissingPackageError(
      `This needs the native part of @napi-rs/canvas, which is missing: npm install --include=optional @napi-rs/canvas (${process.platform}-${process.arch})`,
      { cause },
    );
  }
}
