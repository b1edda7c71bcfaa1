import { existsSync } from 'node:fs';

/** True if the package's other files are beside this file, or in a checkout. */
function hasOwnFiles(): boolean {
  try {
    return existsSync(new URL('./thread.mjs', import.meta.url));
  } catch {
    // A bundle of the format CommonJS has no URL.
    return false;
  }
}

if (!hasOwnFiles())
  throw new Error(
    "fudebako starts threads from its own files and opens WebAssembly, fonts and native code by path, so it can't be part of a bundle. Keep the package external, for example with esbuild --external:fudebako.",
  );
