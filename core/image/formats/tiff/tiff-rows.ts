import type { TiffLayout } from './tiff-layout.ts';

/** Writes the samples of a row to `target`, one every `step` bytes. Reduces 16-bit samples to the high byte. */
export type RowReader = (source: Uint8Array, row: number, width: number, target: Uint8Array, step: number) => void;

/** Returns a reader of rows of one plane, or of all samples. `rowBytes`: bytes of a row, or of a row of YCbCr units. */
export function rowReader(layout: TiffLayout, rowBytes: number): RowReader {
  const { bits, isPlanar, isPredicted, subsampling } = layout;
  const samples = isPlanar ? 1 : layout.samples;
  const [across, down] = subsampling;
  if (across * down > 1) return (source, row, width, target) => readUnits(source, row, width, target);
  if (bits === 16) return (source, row, width, target, step) => readWords(source, row, width * samples, target, step);
  if (bits === 8) return (source, row, width, target, step) => readBytes(source, row, width * samples, target, step);
  const mask = (1 << bits) - 1;
  return (source, row, width, target, step) => {
    const at = row * rowBytes;
    for (let index = 0; index < width * samples; index++) {
      const bit = index * bits;
      target[index * step] = ((source[at + (bit >> 3)] as number) >> (8 - bits - (bit & 7))) & mask;
    }
  };

  function readBytes(source: Uint8Array, row: number, count: number, target: Uint8Array, step: number): void {
    const at = row * rowBytes;
    if (step === 1) target.set(source.subarray(at, at + count));
    else for (let index = 0; index < count; index++) target[index * step] = source[at + index] as number;
    if (!isPredicted) return;
    for (let index = samples; index < count; index++)
      target[index * step] = (target[index * step] as number) + (target[(index - samples) * step] as number);
  }

  function readWords(source: Uint8Array, row: number, count: number, target: Uint8Array, step: number): void {
    const at = row * rowBytes;
    const [high, low] = layout.isLittleEndian ? [1, 0] : [0, 1];
    if (!isPredicted) {
      for (let index = 0; index < count; index++) target[index * step] = source[at + index * 2 + high] as number;
      return;
    }
    const last = new Uint16Array(samples);
    for (let index = 0, sample = 0; index < count; index++) {
      const from = at + index * 2;
      last[sample] =
        (last[sample] as number) + (((source[from + high] as number) << 8) | (source[from + low] as number));
      target[index * step] = (last[sample] as number) >> 8;
      if (++sample === samples) sample = 0;
    }
  }

  /** Reads YCbCr data units (TIFF 6.0, section 21): the luma of a block of pixels, then its Cb and Cr. */
  function readUnits(source: Uint8Array, row: number, width: number, target: Uint8Array): void {
    const unitBytes = across * down + 2;
    const at = Math.floor(row / down) * rowBytes;
    const luma = (row % down) * across;
    for (let x = 0; x < width; x++) {
      const unit = at + Math.floor(x / across) * unitBytes;
      target[x * 3] = source[unit + luma + (x % across)] as number;
      target[x * 3 + 1] = source[unit + across * down] as number;
      target[x * 3 + 2] = source[unit + across * down + 1] as number;
    }
  }
}
