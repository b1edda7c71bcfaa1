import { boxCenter, boxWidth } from '../geometry/box.ts';
import { type PathCommand, type PathData, pathBounds } from '../geometry/path.ts';

/** Size of a digit, and the gap between digits, in units of the paths below. */
const [WIDTH, HEIGHT, GAP] = [4, 6, 1.5];
/** Maximum height and width of a number in diameters of its circle. */
const [MAX_HEIGHT, MAX_WIDTH] = [0.5, 0.6];

/** The middle lines of the digits 0 to 8. A 9 is a 6 that is turned by 180°. */
const DIGITS: readonly PathData[] = [
  [
    ['M', 2, 0],
    ['C', 3.3, 0, 4, 1.3, 4, 3],
    ['C', 4, 4.7, 3.3, 6, 2, 6],
    ['C', 0.7, 6, 0, 4.7, 0, 3],
    ['C', 0, 1.3, 0.7, 0, 2, 0],
    ['Z'],
  ],
  [
    ['M', 0.9, 1.2],
    ['L', 2.3, 0],
    ['L', 2.3, 6],
  ],
  [
    ['M', 0.2, 1.6],
    ['C', 0.2, 0.6, 1, 0, 2, 0],
    ['C', 3.1, 0, 3.8, 0.7, 3.8, 1.7],
    ['C', 3.8, 2.6, 3.2, 3.2, 2.4, 3.9],
    ['L', 0.1, 6],
    ['L', 4, 6],
  ],
  [
    ['M', 0.3, 1.1],
    ['C', 0.6, 0.4, 1.2, 0, 2, 0],
    ['C', 3, 0, 3.7, 0.6, 3.7, 1.4],
    ['C', 3.7, 2.3, 3, 2.8, 1.8, 2.8],
    ['C', 3.2, 2.8, 4, 3.4, 4, 4.4],
    ['C', 4, 5.4, 3.2, 6, 2, 6],
    ['C', 1.1, 6, 0.4, 5.6, 0, 4.8],
  ],
  [
    ['M', 3, 6],
    ['L', 3, 0],
    ['L', 0, 4.2],
    ['L', 4, 4.2],
  ],
  [
    ['M', 3.6, 0],
    ['L', 0.7, 0],
    ['L', 0.4, 2.8],
    ['C', 0.8, 2.4, 1.4, 2.2, 2, 2.2],
    ['C', 3.2, 2.2, 4, 3, 4, 4.1],
    ['C', 4, 5.2, 3.2, 6, 2, 6],
    ['C', 1.1, 6, 0.4, 5.6, 0, 4.9],
  ],
  [
    ['M', 3.5, 0.7],
    ['C', 3.1, 0.2, 2.6, 0, 2.1, 0],
    ['C', 0.7, 0, 0, 1.4, 0, 3.5],
    ['C', 0, 5, 0.8, 6, 2, 6],
    ['C', 3.2, 6, 4, 5.2, 4, 4.1],
    ['C', 4, 3, 3.2, 2.3, 2.1, 2.3],
    ['C', 1.1, 2.3, 0.2, 2.9, 0, 3.9],
  ],
  [
    ['M', 0, 0],
    ['L', 4, 0],
    ['L', 1.4, 6],
  ],
  [
    ['M', 2, 2.7],
    ['C', 1, 2.7, 0.3, 2.2, 0.3, 1.4],
    ['C', 0.3, 0.6, 1, 0, 2, 0],
    ['C', 3, 0, 3.7, 0.6, 3.7, 1.4],
    ['C', 3.7, 2.2, 3, 2.7, 2, 2.7],
    ['C', 3.1, 2.7, 4, 3.4, 4, 4.35],
    ['C', 4, 5.3, 3.1, 6, 2, 6],
    ['C', 0.9, 6, 0, 5.3, 0, 4.35],
    ['C', 0, 3.4, 0.9, 2.7, 2, 2.7],
    ['Z'],
  ],
];

const mapped = (path: PathData, by: (value: number, axis: number) => number): PathCommand[] =>
  path.map(([name, ...values]) => [name, ...values.map((value, index) => by(value, index % 2))] as never);

const TURNED_SIX = mapped(DIGITS[6] ?? [], (value, axis) => (axis === 0 ? WIDTH : HEIGHT) - value);

/** Returns the middle lines of a number's digits in the middle of a circle. */
export function numberPath(value: number, circle: PathData): PathCommand[] {
  const box = pathBounds(circle);
  const digits = [...String(value)].map((digit) => DIGITS[Number(digit)] ?? TURNED_SIX);
  const width = digits.length * (WIDTH + GAP) - GAP;
  const unit = boxWidth(box) * Math.min(MAX_HEIGHT / HEIGHT, MAX_WIDTH / width);
  const center = boxCenter(box);
  const left = (index: number) => center.x + (index * (WIDTH + GAP) - width / 2) * unit;
  const top = center.y - (HEIGHT / 2) * unit;
  return digits.flatMap((digit, index) => mapped(digit, (at, axis) => (axis === 0 ? left(index) : top) + at * unit));
}
