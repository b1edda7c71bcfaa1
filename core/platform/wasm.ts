export type WasmName =
  | 'jpeg-encoder'
  | 'webp-decoder'
  | 'webp-encoder'
  | 'avif-decoder'
  | 'avif-encoder'
  | 'heic-decoder'
  | 'mp3-encoder'
  | 'harfbuzz'
  | 'svg';

/** A `WebAssembly.Module`, opaque because core compiles without DOM types. */
export type WasmModule = object & { readonly __wasmModule?: never };
