import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { wasmError } from '#core/base/internal-failure.ts';
import type { WasmModule, WasmName } from '#core/platform/wasm.ts';
import { limitMemory, memoryLimits } from '#core/wasm/counted-memory.ts';
import { MissingPackageError } from './missing-package.ts';

/** Modules of the command: MozJPEG's decoder decodes JPEG if Skia is missing. */
type NodeWasmName = WasmName | 'jpeg-decoder';

const files: Record<NodeWasmName, string> = {
  'jpeg-decoder': '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  // MozJPEG encoder.
  'jpeg-encoder': '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  'webp-decoder': '@jsquash/webp/codec/dec/webp_dec.wasm',
  // WebP encoder with SIMD. The codec's own `init` would also select SIMD, which Node.js supports since version 16.
  'webp-encoder': '@jsquash/webp/codec/enc/webp_enc_simd.wasm',
  'avif-decoder': '@jsquash/avif/codec/dec/avif_dec.wasm',
  'avif-encoder': '@jsquash/avif/codec/enc/avif_enc.wasm',
  'heic-decoder': 'libheif-js/libheif-wasm/libheif.wasm',
  'mp3-encoder': 'wasm-media-encoders/wasm/mp3',
  harfbuzz: 'harfbuzzjs/dist/harfbuzz.wasm',
  svg: '@resvg/resvg-wasm/index_bg.wasm',
};

/** The used part of the WebAssembly API, which Node's types don't declare. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<WasmModule> };

const require = createRequire(import.meta.url);
const compiled = new Map<string, Promise<WasmModule>>();

/** @param maxBytes memory limit of the module */
export function loadWasm(name: NodeWasmName, maxBytes = Number.POSITIVE_INFINITY): Promise<WasmModule> {
  const key = `${name} ${maxBytes}`;
  let module = compiled.get(key);
  if (!module) {
    module = compile(name, maxBytes);
    compiled.set(key, module);
  }
  return module;
}

async function compile(name: NodeWasmName, maxBytes: number): Promise<WasmModule> {
  const bytes = await read(files[name]);
  const limit = Math.min(maxBytes, memoryLimits[name as WasmName] ?? Number.POSITIVE_INFINITY);
  try {
    return await WebAssembly.compile(Number.isFinite(limit) ? limitMemory(bytes, limit) : bytes);
  } catch (error) {
    throw wasmError(name, error);
  }
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(require.resolve(path)));
  } catch (cause) {
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path];
    throw new MissingPackageError(`The package ${name} is missing or incomplete: npm install ${name}`, { cause });
  }
}
