import type { WasmModule } from '../platform/wasm.ts';
import { type Address, asWasmFunction, type HarfBuzzFunctions, type WebAssemblyNamespace } from './harfbuzz-program.ts';

const MODE_WRITABLE = 2;
/** Value of `hb_buffer_flags_t` that hides joiners and variation selectors after shaping. */
const REMOVE_DEFAULT_IGNORABLES = 8;
const DIRECTION = { leftToRight: 4, rightToLeft: 5, topToBottom: 6 } as const;
/** Sizes in bytes of `hb_glyph_info_t` and `hb_glyph_position_t`, and of `hb_feature_t`. */
const GLYPH_BYTES = 20;
const FEATURE_BYTES = 16;
/** Size in bytes of `hb_font_extents_t`, the largest structure in the scratch memory. */
const EXTENTS_BYTES = 48;

const PAGE_BYTES = 65_536;

/** A shaped glyph. Lengths are in font units. */
export interface PlacedGlyph {
  readonly glyph: number;
  readonly cluster: number;
  readonly xAdvance: number;
  /** Vertical advance of the glyph; negative for downward. */
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

export interface Segment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly script: string;
  readonly language: string;
  readonly direction: keyof typeof DIRECTION;
  readonly features: readonly (readonly [tag: string, isOn: boolean])[];
}

/** A HarfBuzz instance. After an error, discard the instance and its fonts: the memory may be inconsistent. */
export class HarfBuzz {
  readonly #hb: HarfBuzzFunctions;
  readonly #buffer: Address;
  readonly #drawFunctions: Address;
  readonly #scratch: Address;
  readonly #languages = new Map<string, Address>();
  #path: string[] = [];

  constructor(program: WasmModule) {
    const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyNamespace };
    const stop = () => {
      throw new Error('HarfBuzz stopped');
    };
    const environment = {
      _abort_js: stop,
      proc_exit: stop,
      _emscripten_runtime_keepalive_clear: () => {},
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => this.#grow(bytes >>> 0),
    };
    const imports = { env: environment, wasi_snapshot_preview1: environment };
    this.#hb = new WebAssembly.Instance(program, imports).exports as HarfBuzzFunctions;
    this.#hb.__wasm_call_ctors();
    this.#scratch = this.#allocate(EXTENTS_BYTES);
    this.#buffer = this.#hb.hb_buffer_create();
    this.#drawFunctions = this.#createDrawFunctions(WebAssembly);
  }

  /** Copies a font file into HarfBuzz's memory and opens the file's first font. */
  open(bytes: Uint8Array): HarfBuzzFont {
    const hb = this.#hb;
    const data = this.#allocate(bytes.length);
    this.#bytes().set(bytes, data);
    const blob = hb.hb_blob_create(data, bytes.length, MODE_WRITABLE, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    const font = hb.hb_font_create(face);
    return {
      unitsPerEm: hb.hb_face_get_upem(face),
      countCharacters: () => {
        const set = hb.hb_set_create();
        hb.hb_face_collect_unicodes(face, set);
        const count = hb.hb_set_get_population(set);
        hb.hb_set_destroy(set);
        return count;
      },
      table: (tag) => {
        const table = hb.hb_face_reference_table(face, tagNumber(tag));
        const length = hb.hb_blob_get_length(table);
        const start = hb.hb_blob_get_data(table, 0);
        const content = length > 0 ? this.#bytes().slice(start, start + length) : undefined;
        hb.hb_blob_destroy(table);
        return content;
      },
      lineExtents: () => {
        hb.hb_font_get_h_extents(font, this.#scratch);
        const [ascender = 0, descender = 0] = this.#scratchNumbers();
        return { ascender, descender };
      },
      hasCharacter: (codePoint) =>
        hb.hb_font_get_nominal_glyph(font, codePoint, this.#scratch) !== 0 && this.#scratchNumbers()[0] !== 0,
      glyphExtents: (glyph) => {
        if (!hb.hb_font_get_glyph_extents(font, glyph, this.#scratch)) return undefined;
        const [xBearing = 0, yBearing = 0, width = 0, height = 0] = this.#scratchNumbers();
        return { xBearing, yBearing, width, height };
      },
      advance: (glyph) => hb.hb_font_get_glyph_h_advance(font, glyph),
      outline: (glyph) => {
        this.#path = [];
        hb.hb_font_draw_glyph(font, glyph, this.#drawFunctions, 0);
        return this.#path.join('');
      },
      shape: (segment) => this.#shape(font, segment),
      close: () => {
        hb.hb_font_destroy(font);
        hb.hb_face_destroy(face);
        hb.hb_blob_destroy(blob);
        hb.free(data);
      },
    };
  }

  #shape(font: Address, { text, start, end, script, language, direction, features }: Segment): PlacedGlyph[] {
    const hb = this.#hb;
    const buffer = this.#buffer;
    hb.hb_buffer_reset(buffer);
    const characters = this.#allocate(Math.max(1, text.length * 2));
    const units = new Uint16Array(hb.memory.buffer, characters, text.length);
    for (let index = 0; index < text.length; index++) units[index] = text.charCodeAt(index);
    hb.hb_buffer_add_utf16(buffer, characters, text.length, start, end - start);
    hb.free(characters);
    hb.hb_buffer_set_flags(buffer, REMOVE_DEFAULT_IGNORABLES);
    hb.hb_buffer_set_direction(buffer, DIRECTION[direction]);
    hb.hb_buffer_set_script(buffer, this.#withAscii(script, hb.hb_script_from_string));
    hb.hb_buffer_set_language(buffer, this.#language(language));
    const list = this.#allocate(Math.max(1, features.length * FEATURE_BYTES));
    // OpenType features apply to the whole text, from index 0 to the largest 32-bit number.
    new Uint32Array(hb.memory.buffer, list, features.length * 4).set(
      features.flatMap(([tag, isOn]) => [tagNumber(tag), Number(isOn), 0, 0xffff_ffff]),
    );
    hb.hb_shape(font, buffer, list, features.length);
    hb.free(list);
    return this.#readGlyphs();
  }

  #readGlyphs(): PlacedGlyph[] {
    const hb = this.#hb;
    const count = hb.hb_buffer_get_length(this.#buffer);
    const [infos, positions] = [
      hb.hb_buffer_get_glyph_infos(this.#buffer, 0),
      hb.hb_buffer_get_glyph_positions(this.#buffer, 0),
    ];
    const view = new DataView(hb.memory.buffer);
    return Array.from({ length: count }, (_, index) => {
      const [info, position] = [infos + index * GLYPH_BYTES, positions + index * GLYPH_BYTES];
      return {
        glyph: view.getUint32(info, true),
        cluster: view.getUint32(info + 8, true),
        xAdvance: view.getInt32(position, true),
        yAdvance: view.getInt32(position + 4, true),
        xOffset: view.getInt32(position + 8, true),
        yOffset: view.getInt32(position + 12, true),
      };
    });
  }

  /** Creates each HarfBuzz language once and caches the language, because HarfBuzz never frees languages. */
  #language(name: string): Address {
    const known = this.#languages.get(name) ?? this.#withAscii(name, this.#hb.hb_language_from_string);
    this.#languages.set(name, known);
    return known;
  }

  #withAscii(text: string, use: (address: Address, length: number) => number): number {
    const address = this.#allocate(Math.max(1, text.length));
    const bytes = this.#bytes();
    for (let index = 0; index < text.length; index++) bytes[address + index] = text.charCodeAt(index);
    const result = use(address, text.length);
    this.#hb.free(address);
    return result;
  }

  /** Creates HarfBuzz's draw functions from callbacks that write SVG path data. */
  #createDrawFunctions(wasm: WebAssemblyNamespace): Address {
    const hb = this.#hb;
    const functions = hb.hb_draw_funcs_create();
    const add = (coordinates: number, write: (...numbers: number[]) => string) => {
      // Arguments of a draw callback: draw functions, data and draw state, then coordinates.
      const callback = (...values: number[]) => void this.#path.push(write(...values.slice(3, 3 + coordinates)));
      const index = hb.__indirect_function_table.grow(1);
      hb.__indirect_function_table.set(index, asWasmFunction(wasm, callback, coordinates));
      return index;
    };
    const moveTo = add(2, (x, y) => `M${x},${y}`);
    const lineTo = add(2, (x, y) => `L${x},${y}`);
    const quadraticTo = add(4, (cx, cy, x, y) => `Q${cx},${cy} ${x},${y}`);
    const cubicTo = add(6, (ax, ay, bx, by, x, y) => `C${ax},${ay} ${bx},${by} ${x},${y}`);
    const closePath = add(0, () => 'Z');
    hb.hb_draw_funcs_set_move_to_func(functions, moveTo, 0, 0);
    hb.hb_draw_funcs_set_line_to_func(functions, lineTo, 0, 0);
    hb.hb_draw_funcs_set_quadratic_to_func(functions, quadraticTo, 0, 0);
    hb.hb_draw_funcs_set_cubic_to_func(functions, cubicTo, 0, 0);
    hb.hb_draw_funcs_set_close_path_func(functions, closePath, 0, 0);
    return functions;
  }

  #allocate(bytes: number): Address {
    const address = this.#hb.malloc(bytes);
    if (address === 0) throw new RangeError(`HarfBuzz cannot allocate ${bytes} bytes`);
    return address;
  }

  /** Implements `emscripten_resize_heap`: enlarges the memory to `bytes`. Returns 1 on success. */
  #grow(bytes: number): number {
    const { memory } = this.#hb;
    const present = memory.buffer.byteLength;
    // Enlarges by a fifth if possible, because every enlargement may copy the memory.
    for (const wanted of [Math.max(bytes, present * 1.2), bytes]) {
      try {
        memory.grow(Math.ceil((wanted - present) / PAGE_BYTES));
        return 1;
      } catch {
        // The requested size exceeds the memory's maximum. The loop tries the smaller size next, if there is one.
      }
    }
    return 0;
  }

  /** Creates a new view on each call, because enlarging the memory detaches the previous buffer. */
  readonly #bytes = () => new Uint8Array(this.#hb.memory.buffer);

  readonly #scratchNumbers = () => new Int32Array(this.#hb.memory.buffer, this.#scratch, EXTENTS_BYTES / 4);
}

export interface HarfBuzzFont {
  readonly unitsPerEm: number;
  countCharacters(): number;
  table(tag: string): Uint8Array | undefined;
  lineExtents(): { readonly ascender: number; readonly descender: number };
  hasCharacter(codePoint: number): boolean;
  glyphExtents(
    glyph: number,
  ):
    | { readonly xBearing: number; readonly yBearing: number; readonly width: number; readonly height: number }
    | undefined;
  advance(glyph: number): number;
  outline(glyph: number): string;
  shape(segment: Segment): PlacedGlyph[];
  /** Frees the memory of the font, which must not be used afterwards. */
  close(): void;
}

const tagNumber = (tag: string) => [...tag].reduce((number, letter) => (number << 8) | letter.charCodeAt(0), 0) >>> 0;
