import { FudebakoError } from '../base/errors.ts';
import { isInternalFailure } from '../base/internal-failure.ts';
import { MAX_OPEN_FONTS } from '../base/limits.ts';
import { SizedCache } from '../base/sized-cache.ts';
import type { WasmModule } from '../platform/wasm.ts';
import { HarfBuzz, type HarfBuzzFont } from './harfbuzz.ts';

export interface FontSource {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Opens fonts on use and closes the least recently used fonts, because HarfBuzz's memory isn't garbage-collected. */
export class OpenFonts {
  readonly #program: WasmModule;
  readonly #fonts = new SizedCache<FontSource, HarfBuzzFont>(MAX_OPEN_FONTS, (font) => font.close());
  #harfBuzz: HarfBuzz | undefined;

  constructor(program: WasmModule) {
    this.#program = program;
  }

  /** Calls `act` with an open font. An error discards the HarfBuzz instance. Throws FudebakoError `fontLoad`. */
  use<Result>(source: FontSource, act: (font: HarfBuzzFont) => Result): Result {
    try {
      return act(this.#opened(source));
    } catch (cause) {
      this.#fonts.clear();
      this.#harfBuzz = undefined;
      throw isInternalFailure(cause) ? cause : new FudebakoError('fontLoad', { name: source.name }, { cause });
    }
  }

  close(source: FontSource): void {
    this.#fonts.delete(source);
  }

  #opened(source: FontSource): HarfBuzzFont {
    const open = this.#fonts.get(source);
    if (open) return open;
    this.#harfBuzz ??= new HarfBuzz(this.#program);
    const font = this.#harfBuzz.open(source.bytes);
    this.#fonts.set(source, font, source.bytes.length);
    return font;
  }
}
