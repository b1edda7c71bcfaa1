import avifDecoderUrl from '@jsquash/avif/codec/dec/avif_dec.wasm?url';
import avifEncoderUrl from '@jsquash/avif/codec/enc/avif_enc.wasm?url';
import jpegEncoderUrl from '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm?url';
import webpDecoderUrl from '@jsquash/webp/codec/dec/webp_dec.wasm?url';
import webpEncoderUrl from '@jsquash/webp/codec/enc/webp_enc_simd.wasm?url';
import svgUrl from '@resvg/resvg-wasm/index_bg.wasm?url';
import harfbuzzUrl from 'harfbuzzjs/dist/harfbuzz.wasm?url';
import heicDecoderUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import mp3EncoderUrl from 'wasm-media-encoders/wasm/mp3?url';
import { FudebakoError, isOutOfMemory } from '#core/base/errors.ts';
import { wasmError } from '#core/base/internal-failure.ts';
import type { WasmModule, WasmName } from '#core/platform/wasm.ts';
import { limitMemory, memoryLimits } from '#core/wasm/counted-memory.ts';

const urls: Record<WasmName, string> = {
  'jpeg-encoder': jpegEncoderUrl,
  'webp-decoder': webpDecoderUrl,
  'webp-encoder': webpEncoderUrl,
  'avif-decoder': avifDecoderUrl,
  'avif-encoder': avifEncoderUrl,
  'heic-decoder': heicDecoderUrl,
  'mp3-encoder': mp3EncoderUrl,
  harfbuzz: harfbuzzUrl,
  svg: svgUrl,
};

const compiled = new Map<WasmName, Promise<WasmModule>>();

/** Fetches and compiles a WebAssembly module once. Failures aren't cached, so the module can be retried. */
export function loadWasm(name: WasmName): Promise<WasmModule> {
  let module = compiled.get(name);
  if (!module) {
    module = compile(name);
    module.catch(() => compiled.delete(name));
    compiled.set(name, module);
  }
  return module;
}

async function compile(name: WasmName): Promise<WasmModule> {
  const limit = memoryLimits[name];
  try {
    const response = await fetch(urls[name]);
    if (!response.ok) throw new Error(`${urls[name]}: ${response.status}`);
    if (limit === undefined) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(limitMemory(new Uint8Array(await response.arrayBuffer()), limit));
  } catch (error) {
    if (error instanceof Error && REFUSED.includes(error.name)) throw wasmError(name, error);
    if (isOutOfMemory(error)) throw error;
    throw new FudebakoError('workerStart', {}, { cause: error });
  }
}

/** Names of errors that browsers throw if WebAssembly is missing, or if a Content Security Policy forbids it. */
const REFUSED = ['CompileError', 'EvalError', 'ReferenceError'];
