/** A point in pixels from the left and top edges of an image, with y down. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const roundPoint = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Affine transformation in the order of canvas and SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns cosine and sine of an angle in degrees, exact at right angles: quarter turns map whole to whole pixels. */
export function cosSin(degrees: number): readonly [cos: number, sin: number] {
  const turn = ((degrees % 360) + 360) % 360;
  if (turn === 0) return [1, 0];
  if (turn === 90) return [0, 1];
  if (turn === 180) return [-1, 0];
  if (turn === 270) return [0, -1];
  const radians = (turn * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** Rotates a vector clockwise, with y down. */
export function rotate({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = cosSin(degrees);
  return { x: cos * x - sin * y, y: sin * x + cos * y };
}

export function rotateAbout(point: Point, center: Point, degrees: number): Point {
  const { x, y } = rotate({ x: point.x - center.x, y: point.y - center.y }, degrees);
  return { x: x + center.x, y: y + center.y };
}

/** Returns the matrix of a clockwise rotation about `center`. */
export function rotationMatrix(center: Point, degrees: number): Matrix {
  const [cos, sin] = cosSin(degrees);
  if (cos === 1) return IDENTITY;
  return [cos, sin, -sin, cos, center.x - cos * center.x + sin * center.y, center.y - sin * center.x - cos * center.y];
}

export function applyMatrix([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the equivalent angle above −180° and up to 180°. */
export function normalizeDegrees(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

export const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y);
