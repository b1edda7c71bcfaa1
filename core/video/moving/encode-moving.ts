import type { YuvImage } from '../../platform/media.ts';
import { createChangesEncoder, type MacroblockChanges } from '../h264/changes.ts';
import type { ImageParameters, SequenceParameters } from '../h264/parameter-sets.ts';
import { type MovingDrawing, movingRows, paintMoving, strokesAt } from './moving.ts';
import { blendMask, createMask, type Mask, type Part, type Stroke } from './paint.ts';

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
  paint(encoded - 1);
  for (const [top, end] of rows) {
    const part = { left: 0, top: 16 * top, right: image.width, bottom: Math.min(image.height, 16 * end) };
    blendMask(shown, image, mask, drawing.color, part);
    blendMask(wanted, image, mask, drawing.color, part);
  }
  const encoder = createChangesEncoder({ sps, pps, qp, shown });
  const units: Uint8Array<ArrayBuffer>[] = [];
  for (let frame = encoded; frame < frames; frame++) {
    [mask, before] = [before, mask];
    paint(frame);
    const changed: number[] = [];
    for (const [top, end] of rows)
      for (let row = top; row < end; row++)
        for (const [address, part] of changedParts(mask, before, row, sps.columns)) {
          changed.push(address);
          blendMask(wanted, image, mask, drawing.color, part);
        }
    const changes = changesOf(drawing, frame, sps.columns, changed);
    units.push(encoder.encode(frame, wanted, changes));
  }
  return units;
}

/** Returns the parts of the macroblocks of a row in which two masks differ, by address. Parts have rows of chroma. */
function changedParts({ words, width, height }: Mask, before: Mask, row: number, columns: number): Map<number, Part> {
  const tops = new Int32Array(columns).fill(-1);
  const bottoms = new Int32Array(columns);
  for (let y = 16 * row; y < Math.min(height, 16 * row + 16); y++) {
    const first = (y * width) / 4;
    for (let at = 0; at < width / 4; at++) {
      if (words[first + at] === before.words[first + at]) continue;
      const column = at >> 2;
      if ((tops[column] as number) < 0) tops[column] = y & ~1;
      bottoms[column] = (y | 1) + 1;
    }
  }
  const parts = new Map<number, Part>();
  for (const [column, top] of tops.entries()) {
    const left = 16 * column;
    const part = { left, top, right: Math.min(width, left + 16), bottom: bottoms[column] as number };
    if (top >= 0) parts.set(row * columns + column, part);
  }
  return parts;
}

/** Returns the changed macroblocks with the motions of the ends of strokes near them. */
function changesOf(
  drawing: MovingDrawing,
  frame: number,
  columns: number,
  changed: readonly number[],
): MacroblockChanges {
  const changes = new Map<number, number[]>(changed.map((address) => [address, []]));
  const addMotion = (oldX: number, oldY: number, newX: number, newY: number, reach: number) => {
    const x = 2 * Math.round((oldX - newX) / 2);
    const y = 2 * Math.round((oldY - newY) / 2);
    if (x === 0 && y === 0) return;
    const left = Math.floor((Math.min(oldX, newX) - reach) / 16);
    const right = Math.floor((Math.max(oldX, newX) + reach) / 16);
    const top = Math.floor((Math.min(oldY, newY) - reach) / 16);
    const bottom = Math.floor((Math.max(oldY, newY) + reach) / 16);
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) changes.get(row * columns + column)?.push(x, y);
  };
  const before = strokesAt(drawing, frame - 1);
  for (const [index, now] of strokesAt(drawing, frame).entries()) {
    const old = before[index] as Stroke;
    addMotion(old.x0, old.y0, now.x0, now.y0, now.radius + NEAR);
    addMotion(old.x1, old.y1, now.x1, now.y1, now.radius + NEAR);
  }
  return changes;
}

/** Pixels around the end of a stroke in which the stroke moves with it. */
const NEAR = 8;
