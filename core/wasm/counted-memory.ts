import { viewOf } from '../base/bytes.ts';
import { MAX_SVG_MEMORY_BYTES } from '../base/limits.ts';
import type { WasmName } from '../platform/wasm.ts';

/** What a program may take of memory, where that is less than the 4 GiB that WebAssembly has. */
export const memoryLimits: Readonly<Partial<Record<WasmName, number>>> = { svg: MAX_SVG_MEMORY_BYTES };

const PAGE_BYTES = 2 ** 16;
const MEMORY_SECTION = 5;

/**
 * A WebAssembly program whose memory grows no further than so many bytes (WebAssembly 1.0, 5.5.8 and
 * 5.5.5): a program has no other bound that is its own.
 *
 * @throws RangeError where the program has no memory of its own, or one that has a limit already
 */
export function limitMemory(program: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const view = viewOf(program);
  for (let at = 8; at < program.length; ) {
    const start = at;
    const id = view.getUint8(at++);
    const length = readLeb(view, at);
    const end = length.end + length.value;
    if (id === MEMORY_SECTION) {
      const [count, flags] = [view.getUint8(length.end), view.getUint8(length.end + 1)];
      if (count !== 1 || flags !== 0) break;
      const least = program.subarray(length.end + 2, end);
      const content = [1, 1, ...least, ...leb(Math.floor(bytes / PAGE_BYTES))];
      const section = [MEMORY_SECTION, ...leb(content.length), ...content];
      const limited = new Uint8Array(program.length - (end - start) + section.length);
      limited.set(program.subarray(0, start));
      limited.set(section, start);
      limited.set(program.subarray(end), start + section.length);
      return limited;
    }
    at = end;
  }
  throw new RangeError('The program has no memory that could be limited');
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
