import { viewOf } from '../../../base/bytes.ts';
import { MemoryLayout } from '../../../wasm/layout.ts';
import {
  DEFLATE_WINDOW_BYTES,
  INFLATE_STATE_BYTES,
  inflateResults,
  inflateState,
  LENGTH_ORDER,
  MIN_OUTPUT_ROOM_BYTES,
  type PngKernels,
  ZLIB_CHECKSUM_BYTES,
  ZLIB_HEADER_BYTES,
} from '../png/png-kernels.ts';
import type { Unpacked } from './unpack-bytes.ts';

const OUTPUT_BYTES = 2 ** 18;

/** Decompresses zlib data (RFC 1950) until `target` is full, or the data ends or is invalid. */
export function inflateBytes(kernels: PngKernels, packed: Uint8Array, target: Uint8Array): Unpacked {
  const layout = new MemoryLayout();
  const state = layout.add(INFLATE_STATE_BYTES);
  const output = layout.add(DEFLATE_WINDOW_BYTES + OUTPUT_BYTES + MIN_OUTPUT_ROOM_BYTES);
  const input = layout.add(packed.length + 8);
  const buffer = kernels.memory(layout.size);
  const block = new Uint8Array(buffer);
  const words = new Uint32Array(buffer, state, 5);
  const inputEnd = input + packed.length;
  block.fill(0, state, state + INFLATE_STATE_BYTES);
  block.set(LENGTH_ORDER, state + inflateState.lengthOrder);
  block.set(packed, input);
  words[inflateState.input / 4] = Math.min(input + ZLIB_HEADER_BYTES, inputEnd);
  words[inflateState.inputEnd / 4] = inputEnd;
  words[inflateState.output / 4] = output;
  words[inflateState.outputStart / 4] = output;
  words[inflateState.outputEnd / 4] = input;

  let [count, checksum] = [0, 1];
  for (;;) {
    const from = words[inflateState.output / 4] as number;
    const result = kernels.inflate(state);
    const end = words[inflateState.output / 4] as number;
    const used = Math.min(end - from, target.length - count);
    target.set(block.subarray(from, from + used), count);
    count += used;
    // Ignores data after the last pixel. The zlib checksum, which includes such data, is then not verified.
    if (used < end - from) return { count };
    checksum = kernels.adler32(from, used, checksum) >>> 0;
    if (result !== inflateResults.full) {
      const at = words[inflateState.input / 4] as number;
      const ends = result === inflateResults.done && at + ZLIB_CHECKSUM_BYTES <= inputEnd;
      return { count, isWrong: !ends || checksum !== viewOf(block).getUint32(at) };
    }
    // Moves the window of earlier bytes to the start of the output.
    const windowStart = Math.max(output, end - DEFLATE_WINDOW_BYTES);
    block.copyWithin(output, windowStart, end);
    words[inflateState.output / 4] = output + end - windowStart;
  }
}
