import type { YuvImage } from '../../platform/media.ts';
import { BitWriter, escapeNal, NalType } from './bits.ts';
import { createMacroblockCoder } from './macroblock.ts';
import { MotionField } from './motion.ts';
import type { ImageParameters, SequenceParameters } from './parameter-sets.ts';
import { writeSliceHeader } from './repeat-image.ts';

/** Finest quantization: below, levels could exceed the longest codes of CAVLC, or mean lossless coding. */
const MIN_QP = 6;

/** Returns the quantization parameter of changed macroblocks for x264's constant rate factor. */
export const changesQp = (quality: number): number => Math.max(MIN_QP, Math.min(51, Math.round(quality) + 6));

/** Returns the parameters of changed frames: CAVLC, one reference, no weights; no filter over block edges. */
export function changesParameters(encoders: ImageParameters): ImageParameters {
  return {
    id: (encoders.id + 1) % 256,
    sequenceId: encoders.sequenceId,
    cabac: false,
    orderCountInFields: false,
    sliceGroups: 1,
    references: 1,
    weightedPrediction: false,
    initialQp: 26,
    deblockingControl: true,
    redundantImages: false,
  };
}

/** Returns the picture parameter set (PPS) with the parameters of changed frames (H.264, 7.3.2.2). */
export function changesParameterSet({ id, sequenceId }: ImageParameters): Uint8Array<ArrayBuffer> {
  const writer = new BitWriter();
  writer.writeBits((3 << 5) | NalType.pps, 8);
  writer.writeUnsigned(id);
  writer.writeUnsigned(sequenceId);
  writer.writeBits(0, 2);
  for (let field = 0; field < 3; field++) writer.writeUnsigned(0);
  writer.writeBits(0, 3);
  for (let field = 0; field < 3; field++) writer.writeSigned(0);
  writer.writeBits(0b1001, 4);
  while (!writer.isAligned) writer.writeBits(0, 1);
  return escapeNal(writer.toBytes());
}

/** True if frames of changed macroblocks can follow the frames of an encoder with this SPS. */
export const sequenceAllowsChanges = (sps: SequenceParameters): boolean =>
  sps.framesOnly &&
  !sps.separateColourPlanes &&
  sps.chromaFormat === 1 &&
  sps.bitDepth === 8 &&
  !sps.hasScalingLists &&
  (sps.orderCountType === 0 || sps.orderCountType === 2);

export interface ChangesOptions {
  readonly sps: SequenceParameters;
  readonly pps: ImageParameters;
  readonly qp: number;
  /** The frame as it should look before the first change. */
  readonly shown: YuvImage;
}

/** Writes frames as P slices in which only changed macroblocks are coded, as differences from the preceding frame. */
export interface ChangesEncoder {
  /**
   * Returns a frame as a NAL unit.
   * @param index index of the frame in its closed group of frames
   * @param wanted the frame as it should look, of the same size as `shown`
   * @param changes macroblocks in which `wanted` differs from the preceding frame, by address
   */
  encode(index: number, wanted: YuvImage, changes: MacroblockChanges): Uint8Array<ArrayBuffer>;
}

/**
 * For each changed macroblock, the motions that may predict it: where its pixels were in the preceding frame, relative
 * to their place, as pairs of x and y. All are even, so that chroma moves by whole pixels too.
 */
export type MacroblockChanges = ReadonlyMap<number, readonly number[]>;

/**
 * Creates an encoder that predicts a macroblock from the preceding frame, at the same place or moved by whole pixels.
 * What the decoder shows is then a pixel of `shown`, as the first encoder coded it, plus residuals. Both are known here
 * but for the first encoder's error, so that errors of quantization don't add up.
 */
export function createChangesEncoder({ sps, pps, qp, shown }: ChangesOptions): ChangesEncoder {
  const { columns, macroblocks } = sps;
  const field = new MotionField(columns, macroblocks);
  const coder = createMacroblockCoder({ columns, macroblocks, shown, qp, field });
  return {
    encode(index, wanted, changes) {
      const writer = new BitWriter();
      const position = {
        frameNum: index % 2 ** sps.frameNumBits,
        orderCount: (2 * index) % 2 ** sps.orderCountBits,
        isReference: true,
      };
      writeSliceHeader(writer, position, sps, pps, qp);
      coder.begin(wanted.data);
      const last = Math.max(-1, ...changes.keys());
      const end = Math.ceil((last + 1) / columns) * columns;
      let next = 0;
      for (let address = Math.min(end, ...changes.keys()); address < end; address++) {
        const motions = changes.get(address);
        field.predictSkipped(address);
        if ((!motions && field.x === 0 && field.y === 0) || !coder.choose(address, motions ?? [])) continue;
        writer.writeUnsigned(address - next);
        coder.write(writer, address);
        next = address + 1;
      }
      if (next < macroblocks) writer.writeUnsigned(macroblocks - next);
      writer.writeBits(1, 1);
      coder.end();
      return escapeNal(writer.toBytes());
    },
  };
}
