/** Algebra of 3 × 3 matrices between color spaces, and the adaptation of white points. */

export type Vector3 = readonly [number, number, number];
/** A matrix of three rows. */
export type Matrix3 = readonly [Vector3, Vector3, Vector3];

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const apply = (matrix: Matrix3, vector: Vector3): Vector3 => [
  dot(matrix[0], vector),
  dot(matrix[1], vector),
  dot(matrix[2], vector),
];

export const transpose = ([a, b, c]: Matrix3): Matrix3 => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const [x, y, z] = transpose(b);
  return transpose([apply(a, x), apply(a, y), apply(a, z)]);
}

export function invert([a, b, c]: Matrix3): Matrix3 {
  const determinant = dot(a, cross(b, c));
  const scale = ([x, y, z]: Vector3): Vector3 => [x / determinant, y / determinant, z / determinant];
  return transpose([scale(cross(b, c)), scale(cross(c, a)), scale(cross(a, b))]);
}

/** Returns the XYZ of a CIE xy chromaticity, at luminance 1. */
export const xyzOf = ([x, y]: readonly [number, number]): Vector3 => [x / y, 1, (1 - x - y) / y];

/** Matrix from XYZ to Bradford cone responses (ICC.1:2022, annex E). */
const BRADFORD: Matrix3 = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** Returns the matrix that adapts XYZ from one white point to another; both in XYZ (ICC.1:2022, annex E). */
export function bradfordAdaptation(from: Vector3, to: Vector3): Matrix3 {
  const [source, target] = [apply(BRADFORD, from), apply(BRADFORD, to)];
  const scaled = BRADFORD.map((row, index) =>
    row.map((value) => (value * (target[index] as number)) / (source[index] as number)),
  ) as unknown as Matrix3;
  return multiply(invert(BRADFORD), scaled);
}
