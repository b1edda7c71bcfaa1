import type { Point, Size } from '../../../geometry/point.ts';

/** Degrees per unit of angle. */
const ANGLES: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360, '': 1 };

const FUNCTION = /^\s*([a-z3]{4,12})\(([^()]{0,200})\)/i;

/**
 * Converts the CSS property `transform` to the value of the attribute. `undefined` if it refers to the element's own
 * box or isn't flat (CSS Transforms 1, 13).
 */
export function attributeTransform(value: string, origin: string | undefined, viewport: Size): string | undefined {
  if (value === 'none') return '';
  const parts: string[] = [];
  let rest = value;
  for (let found = FUNCTION.exec(rest); found; found = FUNCTION.exec(rest)) {
    const [whole, name = '', list = ''] = found;
    const part = convert(name.toLowerCase(), list.split(/[\s,]+/).filter(Boolean));
    if (part === undefined) return undefined;
    parts.push(part);
    rest = rest.slice(whole.length);
  }
  if (rest.trim() !== '') return undefined;
  const place = originOf(origin ?? '0 0', viewport);
  if (!place) return undefined;
  const { x, y } = place;
  return x === 0 && y === 0 ? parts.join(' ') : `translate(${x} ${y}) ${parts.join(' ')} translate(${-x} ${-y})`;
}

/** Returns a transform's origin in the nearest viewport, to which percentages refer (CSS Transforms 1, 6). */
function originOf(origin: string, { width, height }: Size): Point | undefined {
  const words = origin.toLowerCase().split(/\s+/);
  if (/top|bottom/.test(words[0] ?? '') || /left|right/.test(words[1] ?? '')) words.reverse();
  const [first = 'center', second = 'center'] = words;
  const place = (word: string, whole: number) => {
    const share = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 }[word];
    if (share !== undefined) return share * whole;
    return word.endsWith('%') ? (Number.parseFloat(word) / 100) * whole : pixels(word);
  };
  const [x, y] = [place(first, width), place(second, height)];
  return x === undefined || y === undefined ? undefined : { x, y };
}

function convert(name: string, values: readonly string[]): string | undefined {
  const [first = '0', second] = values;
  if (name.startsWith('translate')) {
    const [x, y] = [pixels(first), pixels(second ?? '0')];
    const isFlat = values.length <= 2 || (name === 'translate3d' && pixels(values[2] ?? '') === 0);
    if (x === undefined || y === undefined || !isFlat) return undefined;
    if (name === 'translate' || name === 'translate3d') return `translate(${x} ${y})`;
    if (name === 'translatex') return `translate(${x} 0)`;
    return name === 'translatey' ? `translate(0 ${x})` : undefined;
  }
  if (name === 'rotate' && values.length === 3) return `rotate(${values.join(' ')})`;
  if (/^(?:rotatez?|skewx?|skewy)$/.test(name)) {
    const [x, y] = [degrees(first), degrees(second ?? '0')];
    if (x === undefined || y === undefined || (name === 'skew' && y !== 0)) return undefined;
    return `${{ rotate: 'rotate', rotatez: 'rotate', skewy: 'skewY' }[name] ?? 'skewX'}(${x})`;
  }
  const numbers = values.map((each) => (each.endsWith('%') ? Number(each.slice(0, -1)) / 100 : Number(each)));
  if (!numbers.every(Number.isFinite)) return undefined;
  const [x = 1, y = x] = numbers;
  if (name === 'matrix' && numbers.length === 6) return `matrix(${numbers.join(' ')})`;
  if (name === 'scale') return `scale(${x} ${y})`;
  if (name === 'scalex') return `scale(${x} 1)`;
  return name === 'scaley' ? `scale(1 ${x})` : undefined;
}

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]{0,4})$/i;

function pixels(text: string): number | undefined {
  const [, number, unit] = NUMBER.exec(text) ?? [];
  return number !== undefined && (unit === 'px' || Number(number) === 0 || unit === '') ? Number(number) : undefined;
}

function degrees(text: string): number | undefined {
  const [, number, unit = ''] = NUMBER.exec(text) ?? [];
  const factor = ANGLES[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
