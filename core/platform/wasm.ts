export type WasmName =
  | 'png'
  | 'webp-decoder'
  | 'webp-encoder'
  | 'avif-decoder'
  | 'avif-encoder'
  | 'mp3-encoder'
  | 'harfbuzz'
  | 'svg';

/** A `WebAssembly.Module`; core has no name for it, as the type belongs to the DOM's library. */
export type WasmModule = object & { readonly __wasmModule?: never };
