import type { CabacDecoder } from './cabac-decoder.ts';
import { CONTEXTS } from './contexts.ts';

/** Numbers of intra prediction modes (ITU-T H.265, table 8-1). */
export const DC = 1;
const [PLANAR, ANGULAR_10, ANGULAR_26, ANGULAR_34] = [0, 10, 26, 34];

const CHROMA_MODES = [PLANAR, ANGULAR_26, ANGULAR_10, DC];

/** Value of `intra_chroma_pred_mode` that selects the luma prediction mode (ITU-T H.265, table 8-2). */
const LUMA_MODE = 4;

/** Chroma prediction modes in 4:2:2, by the mode in 4:2:0 and 4:4:4 (ITU-T H.265, table 8-3). */
const MODES_422 = [0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 11, 13, 15, 16, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31]; // biome-ignore format: a table

/** Reads the luma prediction mode `IntraPredModeY` of a block (ITU-T H.265, 8.4.2). `left`, `above`: neighbors' modes. */
export function readLumaMode(cabac: CabacDecoder, left: number, above: number, isPrevious: boolean): number {
  let [a, b, c] = [left, above, 0];
  if (left !== above) c = left !== PLANAR && above !== PLANAR ? PLANAR : left !== DC && above !== DC ? DC : ANGULAR_26;
  else if (left < 2) [a, b, c] = [PLANAR, DC, ANGULAR_26];
  else [b, c] = [2 + ((left + 29) % 32), 2 + ((left - 2 + 1) % 32)];
  if (isPrevious) return cabac.bypass() === 0 ? a : cabac.bypass() === 0 ? b : c;
  let mode = cabac.bypassBits(5);
  if (a > b) [a, b] = [b, a];
  if (a > c) [a, c] = [c, a];
  if (b > c) [b, c] = [c, b];
  if (mode >= a) mode++;
  if (mode >= b) mode++;
  if (mode >= c) mode++;
  return mode;
}

/** Reads the chroma prediction mode `IntraPredModeC` (ITU-T H.265, 8.4.3). `chroma`: `chroma_format_idc`. */
export function readChromaMode(cabac: CabacDecoder, luma: number, chroma: number): number {
  const coded = cabac.bin(CONTEXTS.chromaMode) === 0 ? LUMA_MODE : cabac.bypassBits(2);
  const known = CHROMA_MODES[coded];
  const mode = known === undefined ? luma : known === luma ? ANGULAR_34 : known;
  return chroma === 2 ? (MODES_422[mode] as number) : mode;
}
