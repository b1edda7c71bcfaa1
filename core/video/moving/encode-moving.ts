import type { YuvImage } from '../../platform/media.ts';
import { createChangesEncoder } from '../h264/changes.ts';
import type { ImageParameters, SequenceParameters } from '../h264/parameter-sets.ts';
import { type MovingDrawing, movingRows, paintMoving } from './moving.ts';
import { blendMask, createMask } from './paint.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'encode-moving': typeof encodeMoving;
  }
}

export interface MovingFrames {
  /** The frame below the drawing. */
  readonly image: YuvImage;
  readonly drawing: MovingDrawing;
  /** Number of frames at the start that are encoded already, at least one, and of all frames of the group. */
  readonly encoded: number;
  readonly frames: number;
  readonly sps: SequenceParameters;
  readonly pps: ImageParameters;
  readonly qp: number;
}

/**
 * Encodes the frames of a group after the first encoded ones: only the macroblocks in which the drawing moves. Returns
 * one NAL unit for each frame. Runs in a worker.
 */
export async function encodeMoving(input: MovingFrames): Promise<Uint8Array<ArrayBuffer>[]> {
  const { image, drawing, encoded, frames, sps, pps, qp } = input;
  const rows = movingRows(drawing, image);
  let mask = createMask(image);
  let before = createMask(image);
  const shown = { ...image, data: image.data.slice() };
  const wanted = { ...image, data: image.data.slice() };
  const paint = (frame: number) => {
    for (const [top, end] of rows) mask.data.fill(0, 16 * top * image.width, 16 * end * image.width);
    paintMoving(mask, drawing, frame);
  };
  const blend = (target: YuvImage, address: number) => {
    const [left, top] = [16 * (address % sps.columns), 16 * Math.floor(address / sps.columns)];
    const part = { left, top, right: Math.min(image.width, left + 16), bottom: Math.min(image.height, top + 16) };
    blendMask(target, image, mask, drawing.color, part);
  };
  const reached = addresses(rows, sps.columns);
  paint(encoded - 1);
  for (const address of reached) {
    blend(shown, address);
    blend(wanted, address);
  }
  const encoder = createChangesEncoder({ sps, pps, qp, shown });
  const units: Uint8Array<ArrayBuffer>[] = [];
  for (let frame = encoded; frame < frames; frame++) {
    [mask, before] = [before, mask];
    paint(frame);
    const changed = reached.filter((address) => differs(mask, before, address, sps.columns));
    for (const address of changed) blend(wanted, address);
    units.push(encoder.encode(frame, wanted, changed));
  }
  return units;
}

const addresses = (rows: readonly (readonly [number, number])[], columns: number) =>
  rows.flatMap(([top, end]) => Array.from({ length: (end - top) * columns }, (_, index) => top * columns + index));

function differs(
  { data, width, height }: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  before: { readonly data: Uint8Array },
  address: number,
  columns: number,
): boolean {
  const left = 16 * (address % columns);
  const top = 16 * Math.floor(address / columns);
  const end = Math.min(width, left + 16);
  for (let y = top; y < Math.min(height, top + 16); y++)
    for (let at = y * width + left; at < y * width + end; at++) if (data[at] !== before.data[at]) return true;
  return false;
}
