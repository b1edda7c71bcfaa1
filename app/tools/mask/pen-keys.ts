import type { Pen } from '#core/image/mask/strokes.ts';
import { penFields } from './mask-strokes.ts';

const WIDTH_STEP = 1.1;

const { gray, widthPx } = penFields;

/** Pen shortcuts in the order of the shortcut list: each key with its change of the pen. */
export const penKeys = {
  B: (): Partial<Pen> => ({ tool: 'pen' }),
  E: (): Partial<Pen> => ({ tool: 'eraser' }),
  X: (pen: Pen): Partial<Pen> => ({ gray: gray.max - pen.gray }),
  '[': (pen: Pen): Partial<Pen> => ({
    widthPx: Math.max(widthPx.min, Math.min(pen.widthPx - 1, Math.round(pen.widthPx / WIDTH_STEP))),
  }),
  ']': (pen: Pen): Partial<Pen> => ({
    widthPx: Math.min(widthPx.max, Math.max(pen.widthPx + 1, Math.round(pen.widthPx * WIDTH_STEP))),
  }),
} as const;

export type PenKey = keyof typeof penKeys;

export const penKeyOf = (key: string): PenKey | undefined =>
  (Object.keys(penKeys) as PenKey[]).find((each) => each === key.toUpperCase());
