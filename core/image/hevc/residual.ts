import type { CabacDecoder } from './cabac-decoder.ts';
import { CONTEXTS } from './contexts.ts';

/** Numbers of HEVC's scan orders of coefficients (ITU-T H.265, 6.5.3 to 6.5.5). */
const [DIAGONAL, HORIZONTAL, VERTICAL] = [0, 1, 2] as const;

/** Returns the scan order of a transform block, by the block's prediction mode (ITU-T H.265, 7.4.9.11). */
export function scanOf(log2: number, isChroma: boolean, mode: number, chroma: number): number {
  const dependsOnMode = log2 === 2 || (log2 === 3 && (!isChroma || chroma === 3));
  if (!dependsOnMode) return DIAGONAL;
  return mode >= 6 && mode <= 14 ? VERTICAL : mode >= 22 && mode <= 30 ? HORIZONTAL : DIAGONAL;
}

/** Returns the positions (y × 8 + x) of a square block in an HEVC scan order. The block has sides of 2^`log2`. */
function scanOrder(log2: number, scan: number): Uint8Array {
  const side = 1 << log2;
  const order: number[] = [];
  if (scan === DIAGONAL) {
    for (let sum = 0; sum < 2 * side - 1; sum++)
      for (let x = Math.max(0, sum - side + 1); x <= Math.min(sum, side - 1); x++) order.push(((sum - x) << 3) | x);
  } else
    for (let major = 0; major < side; major++)
      for (let minor = 0; minor < side; minor++)
        order.push(scan === HORIZONTAL ? (major << 3) | minor : (minor << 3) | major);
  return Uint8Array.from(order);
}

const SCANS = [DIAGONAL, HORIZONTAL, VERTICAL].map((scan) => [0, 1, 2, 3].map((log2) => scanOrder(log2, scan)));

/** For each HEVC scan order, the scan index of each position. */
const INDICES = SCANS.map((orders) =>
  orders.map((order) => {
    const indices = new Uint8Array(64);
    order.forEach((position, index) => {
      indices[position] = index;
    });
    return indices;
  }),
);

/** Values of `sigCtx` in 4 × 4 blocks, by position, and in larger blocks, by neighbors (ITU-T H.265, 9.3.4.2.5). */
const SMALL_CONTEXTS = [0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8];
const NEIGHBOR_CONTEXTS = [0, 1, 2, 3].map((neighbors) =>
  Uint8Array.from({ length: 16 }, (_, at) => {
    const [x, y] = [at & 3, at >> 2];
    if (neighbors === 0) return x + y === 0 ? 2 : x + y < 3 ? 1 : 0;
    if (neighbors === 3) return 2;
    const side = neighbors === 1 ? y : x;
    return side === 0 ? 2 : side === 1 ? 1 : 0;
  }),
);

const MAX_PREFIX = 32;

export interface ResidualOptions {
  readonly maySkipTransform: boolean;
  readonly hidesSigns: boolean;
}

/** For each row of sub-blocks, a mask of the sub-blocks with coefficients. An empty row follows the last row. */
const codedRows = new Uint8Array(9);

/** Reads the HEVC syntax structure `residual_coding`, the coefficients of a transform block (ITU-T H.265, 7.3.8.11). */
export function readResidual(
  cabac: CabacDecoder,
  log2: number,
  isChroma: boolean,
  scan: number,
  bypassesTransform: boolean,
  { maySkipTransform, hidesSigns }: ResidualOptions,
): void {
  const chroma = isChroma ? 1 : 0;
  if (maySkipTransform && !bypassesTransform && log2 === 2) cabac.bin(CONTEXTS.skipTransform + chroma);
  const prefixX = readLastPrefix(cabac, CONTEXTS.lastX, log2, isChroma);
  const prefixY = readLastPrefix(cabac, CONTEXTS.lastY, log2, isChroma);
  let lastX = withSuffix(cabac, prefixX);
  let lastY = withSuffix(cabac, prefixY);
  if (scan === VERTICAL) [lastX, lastY] = [lastY, lastX];

  const blockScan = SCANS[scan]?.[log2 - 2] as Uint8Array;
  const scanInBlock = SCANS[scan]?.[2] as Uint8Array;
  const lastBlock = INDICES[scan]?.[log2 - 2]?.[((lastY >> 2) << 3) | (lastX >> 2)] as number;
  const lastPlace = INDICES[scan]?.[2]?.[((lastY & 3) << 3) | (lastX & 3)] as number;
  const side = 1 << (log2 - 2);
  for (let row = 0; row <= side; row++) codedRows[row] = 0;
  let greater1Context = 1;
  for (let block = lastBlock; block >= 0; block--) {
    const at = blockScan[block] as number;
    const [blockX, blockY] = [at & 7, at >> 3];
    const right = ((codedRows[blockY] as number) >> (blockX + 1)) & 1;
    const below = ((codedRows[blockY + 1] as number) >> blockX) & 1;
    let isCoded = true;
    let infersFirst = false;
    if (block < lastBlock && block > 0) {
      isCoded = cabac.bin(CONTEXTS.codedSubBlock + 2 * chroma + (right | below)) === 1;
      infersFirst = true;
    }
    if (!isCoded) continue;
    codedRows[blockY] = (codedRows[blockY] as number) | (1 << blockX);

    const neighbors = NEIGHBOR_CONTEXTS[right | (below << 1)] as Uint8Array;
    const base = isChroma
      ? log2 === 3
        ? 9
        : 12
      : (block === 0 ? 0 : 3) + (log2 === 3 ? (scan === DIAGONAL ? 9 : 15) : 21);
    const significant = CONTEXTS.significant + (isChroma ? 27 : 0);
    const from = block === lastBlock ? lastPlace - 1 : 15;
    // Mask of the positions of nonzero coefficients in a sub-block.
    let places = block === lastBlock ? 1 << lastPlace : 0;
    for (let place = from; place >= 0; place--) {
      if (place > 0 || !infersFirst) {
        const position = scanInBlock[place] as number;
        const inBlock = ((position >> 3) << 2) | (position & 3);
        const context =
          log2 === 2
            ? (SMALL_CONTEXTS[inBlock] as number)
            : place === 0 && block === 0
              ? 0
              : base + (neighbors[inBlock] as number);
        if (cabac.bin(significant + context) === 0) continue;
        infersFirst = false;
      }
      places |= 1 << place;
    }
    if (places !== 0)
      greater1Context = readLevels(cabac, chroma, block, places, greater1Context, hidesSigns && !bypassesTransform);
  }
}

/** Reads a sub-block's levels (ITU-T H.265, 7.3.8.11). Returns the last context of `coeff_abs_level_greater1_flag`. */
function readLevels(
  cabac: CabacDecoder,
  chroma: number,
  block: number,
  places: number,
  previousContext: number,
  hidesSigns: boolean,
): number {
  let set = block === 0 || chroma === 1 ? 0 : 2;
  if (previousContext === 0) set++;
  let context = 1;
  let flags = 0;
  let firstGreater = -1;
  let greater = 0;
  const last = 31 - Math.clz32(places);
  const first = 31 - Math.clz32(places & -places);
  for (let place = last; place >= first && flags < 8; place--) {
    if (((places >> place) & 1) === 0) continue;
    flags++;
    const isGreater = cabac.bin(CONTEXTS.greaterThan1 + 16 * chroma + 4 * set + context);
    if (isGreater) {
      greater |= 1 << place;
      context = 0;
      if (firstGreater < 0) firstGreater = place;
    } else if (context > 0 && context < 3) context++;
  }
  const isGreaterThan2 = firstGreater >= 0 && cabac.bin(CONTEXTS.greaterThan2 + 4 * chroma + set) === 1;
  const hasHiddenSign = hidesSigns && last - first > 3;
  for (let place = last; place >= first; place--)
    if ((places >> place) & 1 && !(hasHiddenSign && place === first)) cabac.bypass();
  let rice = 0;
  let number = 0;
  for (let place = last; place >= first; place--) {
    if (((places >> place) & 1) === 0) continue;
    const level = 1 + ((greater >> place) & 1) + (isGreaterThan2 && place === firstGreater ? 1 : 0);
    const mostKnown = number < 8 ? (place === firstGreater ? 3 : 2) : 1;
    number++;
    if (level !== mostKnown) continue;
    const whole = level + readRemaining(cabac, rice);
    if (whole > 3 << rice) rice = Math.min(rice + 1, 4);
  }
  return context;
}

/** Reads the HEVC field `coeff_abs_level_remaining` (ITU-T H.265, 9.3.3.11). */
function readRemaining(cabac: CabacDecoder, rice: number): number {
  let prefix = 0;
  while (cabac.bypass() === 1) if (++prefix > MAX_PREFIX) throw new RangeError('A coefficient is too large');
  if (prefix <= 3) return (prefix << rice) + cabac.bypassBits(rice);
  return (2 ** (prefix - 3) + 2) * 2 ** rice + cabac.bypassBits(prefix - 3 + rice);
}

/** Reads the HEVC field `last_sig_coeff_x_prefix` or `last_sig_coeff_y_prefix` (ITU-T H.265, 9.3.4.2.3). */
function readLastPrefix(cabac: CabacDecoder, contexts: number, log2: number, isChroma: boolean): number {
  const offset = contexts + (isChroma ? 15 : 3 * (log2 - 2) + ((log2 - 1) >> 2));
  const shift = isChroma ? log2 - 2 : (log2 + 1) >> 2;
  const most = 2 * log2 - 1;
  let prefix = 0;
  while (prefix < most && cabac.bin(offset + (prefix >> shift)) === 1) prefix++;
  return prefix;
}

function withSuffix(cabac: CabacDecoder, prefix: number): number {
  if (prefix < 4) return prefix;
  const bits = (prefix >> 1) - 1;
  return ((2 + (prefix & 1)) << bits) + cabac.bypassBits(bits);
}
