import type { CabacDecoder } from './cabac-decoder.ts';
import { CONTEXTS } from './contexts.ts';
import type { SliceSequence } from './parameter-sets.ts';
import type { SliceHeader } from './slice-header.ts';

/** Skips a sample adaptive offset that is not merged with a neighbor's (`sao`; ITU-T H.265, 7.3.8.3). */
export function skipSao(cabac: CabacDecoder, header: SliceHeader, sequence: SliceSequence): void {
  let type = 0;
  for (let component = 0; component < (sequence.chroma === 0 ? 1 : 3); component++) {
    if (component === 0 ? !header.hasSaoLuma : !header.hasSaoChroma) continue;
    if (component < 2) type = cabac.bin(CONTEXTS.saoType) === 0 ? 0 : 1 + cabac.bypass();
    if (type === 0) continue;
    const bitDepth = component === 0 ? sequence.bitDepthLuma : sequence.bitDepthChroma;
    const most = (1 << (Math.min(bitDepth, 10) - 5)) - 1;
    let signs = 0;
    for (let offset = 0; offset < 4; offset++) {
      let magnitude = 0;
      while (magnitude < most && cabac.bypass() === 1) magnitude++;
      if (magnitude > 0) signs++;
    }
    // Band offset (type 1) has signs and a band position; edge offset has a class (ITU-T H.265, 7.3.8.3).
    if (type === 1) cabac.bypassBits(signs + 5);
    else if (component < 2) cabac.bypassBits(2);
  }
}

/** Reads the change of the quantization parameter: `cu_qp_delta_abs` and the sign (ITU-T H.265, 9.3.3.10). */
export function readQpDelta(cabac: CabacDecoder): number {
  let magnitude = 0;
  while (magnitude < 5 && cabac.bin(CONTEXTS.qpDelta + (magnitude === 0 ? 0 : 1)) === 1) magnitude++;
  if (magnitude === 5) {
    let order = 0;
    while (cabac.bypass() === 1) if (++order > 16) throw new RangeError('A QP is out of range');
    magnitude += 2 ** order - 1 + cabac.bypassBits(order);
  }
  return magnitude > 0 && cabac.bypass() === 1 ? -magnitude : magnitude;
}
