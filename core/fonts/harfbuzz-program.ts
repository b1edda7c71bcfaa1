import type { WasmModule } from '../platform/wasm.ts';

/** The part of the WebAssembly API that `HarfBuzz` uses. Core compiles without DOM types, which declare this API. */
export interface WebAssemblyNamespace {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  /** Enlarges the WebAssembly memory. Throws RangeError above the memory's maximum. */
  grow(pages: number): number;
}

export type Address = number;

/** Exports of `harfbuzz.wasm` that `HarfBuzz` uses, as described in the HarfBuzz manual. */
export interface HarfBuzzFunctions {
  readonly memory: WasmMemory;
  readonly __indirect_function_table: { grow(count: number): number; set(index: number, value: unknown): void };
  __wasm_call_ctors(): void;
  malloc(bytes: number): Address;
  free(address: Address): void;
  hb_blob_create(data: Address, length: number, mode: number, userData: Address, destroy: Address): Address;
  hb_blob_destroy(blob: Address): void;
  hb_blob_get_length(blob: Address): number;
  hb_blob_get_data(blob: Address, length: Address): Address;
  hb_face_create(blob: Address, index: number): Address;
  hb_face_destroy(face: Address): void;
  hb_face_get_upem(face: Address): number;
  hb_face_reference_table(face: Address, tag: number): Address;
  hb_face_collect_unicodes(face: Address, set: Address): void;
  hb_set_create(): Address;
  hb_set_destroy(set: Address): void;
  hb_set_get_population(set: Address): number;
  hb_font_create(face: Address): Address;
  hb_font_destroy(font: Address): void;
  hb_font_get_h_extents(font: Address, extents: Address): number;
  hb_font_get_nominal_glyph(font: Address, codePoint: number, glyph: Address): number;
  hb_font_get_glyph_extents(font: Address, glyph: number, extents: Address): number;
  hb_font_get_glyph_h_advance(font: Address, glyph: number): number;
  hb_font_draw_glyph(font: Address, glyph: number, drawFunctions: Address, data: Address): void;
  hb_draw_funcs_create(): Address;
  hb_draw_funcs_set_move_to_func(functions: Address, callback: number, data: Address, destroy: Address): void;
  hb_draw_funcs_set_line_to_func(functions: Address, callback: number, data: Address, destroy: Address): void;
  hb_draw_funcs_set_quadratic_to_func(functions: Address, callback: number, data: Address, destroy: Address): void;
  hb_draw_funcs_set_cubic_to_func(functions: Address, callback: number, data: Address, destroy: Address): void;
  hb_draw_funcs_set_close_path_func(functions: Address, callback: number, data: Address, destroy: Address): void;
  hb_buffer_create(): Address;
  hb_buffer_reset(buffer: Address): void;
  hb_buffer_add_utf16(buffer: Address, text: Address, length: number, start: number, count: number): void;
  hb_buffer_set_flags(buffer: Address, flags: number): void;
  hb_buffer_set_direction(buffer: Address, direction: number): void;
  hb_buffer_set_script(buffer: Address, script: number): void;
  hb_buffer_set_language(buffer: Address, language: Address): void;
  hb_buffer_get_length(buffer: Address): number;
  hb_buffer_get_glyph_infos(buffer: Address, length: Address): Address;
  hb_buffer_get_glyph_positions(buffer: Address, length: Address): Address;
  hb_script_from_string(text: Address, length: number): number;
  hb_language_from_string(text: Address, length: number): Address;
  hb_shape(font: Address, buffer: Address, features: Address, count: number): void;
}

/** Codes of value types and of function types (WebAssembly 1.0, 5.3). */
const TYPE = { i32: 0x7f, f32: 0x7d, function: 0x60 } as const;

/** Wraps a callback as a WebAssembly function, called with three addresses, `coordinates` floats and an address. */
export function asWasmFunction(
  wasm: WebAssemblyNamespace,
  callback: (...values: number[]) => void,
  coordinates: number,
) {
  const parameters = [
    ...Array.from({ length: 3 }, () => TYPE.i32),
    ...Array.from({ length: coordinates }, () => TYPE.f32),
    TYPE.i32,
  ];
  const type = [1, TYPE.function, parameters.length, ...parameters, 0];
  // Sections of a WebAssembly module: function types, import `e.f`, export `f`.
  const sections = [1, type.length, ...type, 2, 7, 1, 1, 0x65, 1, 0x66, 0, 0, 7, 5, 1, 1, 0x66, 0, 0];
  const module = new wasm.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections));
  return (new wasm.Instance(module, { e: { f: callback } }).exports as { readonly f: unknown }).f;
}
