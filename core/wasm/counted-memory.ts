import { viewOf } from '../base/bytes.ts';
import { MAX_HEIC_MEMORY_BYTES, MAX_SHAPER_MEMORY_BYTES, MAX_SVG_MEMORY_BYTES } from '../base/limits.ts';
import type { WasmName } from '../platform/wasm.ts';

/** Maximum memory in bytes for each WebAssembly module, lower than the maximum that the module declares. */
export const memoryLimits: Readonly<Partial<Record<WasmName, number>>> = {
  'heic-decoder': MAX_HEIC_MEMORY_BYTES,
  svg: MAX_SVG_MEMORY_BYTES,
  harfbuzz: MAX_SHAPER_MEMORY_BYTES,
};

const PAGE_BYTES = 2 ** 16;
const MEMORY_SECTION = 5;
/** Flag of a WebAssembly memory that declares a maximum (WebAssembly 1.0, 5.3.4). */
const HAS_MAXIMUM = 1;

/** Lowers a module's maximum memory to `bytes` (WebAssembly 1.0, 5.5.8). Throws RangeError if it has no memory. */
export function limitMemory(program: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const view = viewOf(program);
  for (let at = 8; at < program.length; ) {
    const start = at;
    const id = view.getUint8(at++);
    const length = readLeb(view, at);
    const end = length.end + length.value;
    if (id === MEMORY_SECTION) {
      const [count, flags] = [view.getUint8(length.end), view.getUint8(length.end + 1)];
      if (count !== 1 || flags > HAS_MAXIMUM) break;
      const least = readLeb(view, length.end + 2);
      const declared = flags === HAS_MAXIMUM ? readLeb(view, least.end).value : Number.POSITIVE_INFINITY;
      // The maximum of a WebAssembly memory must not be below the declared minimum.
      const most = Math.max(least.value, Math.min(declared, Math.floor(bytes / PAGE_BYTES)));
      const content = [1, HAS_MAXIMUM, ...leb(least.value), ...leb(most)];
      const section = [MEMORY_SECTION, ...leb(content.length), ...content];
      const limited = new Uint8Array(program.length - (end - start) + section.length);
      limited.set(program.subarray(0, start));
      limited.set(section, start);
      limited.set(program.subarray(end), start + section.length);
      return limited;
    }
    at = end;
  }
  throw new RangeError('The module declares no memory');
}

function readLeb(view: DataView, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = view.getUint8(at++);
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, end: at };
  }
}

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(Math.floor(value / 128))];
}
