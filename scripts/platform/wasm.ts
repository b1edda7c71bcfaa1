import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmModule, WasmName } from '#core/platform/wasm.ts';
import { limitMemory, memoryLimits } from '#core/wasm/counted-memory.ts';

const files: Record<WasmName, string> = {
  png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  'webp-decoder': '@jsquash/webp/codec/dec/webp_dec.wasm',
  // Node has had SIMD since version 16, and the codec's own `init` asks for this build where there is SIMD.
  'webp-encoder': '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
  'avif-decoder': '@jsquash/avif/codec/dec/avif_dec.wasm',
  'avif-encoder': '@jsquash/avif/codec/enc/avif_enc.wasm',
  'mp3-encoder': 'wasm-media-encoders/wasm/mp3',
  harfbuzz: 'harfbuzzjs/dist/harfbuzz.wasm',
  svg: '@resvg/resvg-wasm/index_bg.wasm',
};

/** Node's types leave WebAssembly to the DOM's library. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> };

const require = createRequire(import.meta.url);
const compiled = new Map<WasmName, Promise<WasmModule>>();

/** Reads and compiles a module once; every later call gets the same one. */
export function loadWasm(name: WasmName): Promise<WasmModule> {
  let module = compiled.get(name);
  if (!module) {
    module = compile(name);
    compiled.set(name, module);
  }
  return module;
}

async function compile(name: WasmName): Promise<WasmModule> {
  const bytes = new Uint8Array(await readFile(require.resolve(files[name])));
  const limit = memoryLimits[name];
  return WebAssembly.compile(limit === undefined ? bytes : limitMemory(bytes, limit));
}
