import { describe, expect, it } from 'vitest';
import { penKeyOf, penKeys } from '#app/tools/mask/use-pen-keys.ts';
import type { Pen } from '#core/image/mask/strokes.ts';

const pen: Pen = { tool: 'pen', gray: 200, widthPx: 32, feather: 0 };

describe('the keys of the mask pen', () => {
  it('work in upper and lower case, and other keys do nothing', () => {
    expect(['b', 'B', 'e', 'X', '[', ']'].map(penKeyOf)).toEqual(['B', 'B', 'E', 'X', '[', ']']);
    expect(['a', '{', 'Enter', 'Backspace', 'toString'].map(penKeyOf)).toEqual(new Array(5).fill(undefined));
  });

  it('select pen and eraser, and invert the gray', () => {
    expect(penKeys.B()).toEqual({ tool: 'pen' });
    expect(penKeys.E()).toEqual({ tool: 'eraser' });
    expect(penKeys.X(pen)).toEqual({ gray: 55 });
    expect(penKeys.X({ ...pen, ...penKeys.X(pen) })).toEqual({ gray: 200 });
  });

  it('change the pen width with every press, from 1 to 512 px', () => {
    for (let widthPx = 2; widthPx < 512; widthPx++) {
      expect(penKeys['[']({ ...pen, widthPx }).widthPx).toBeLessThan(widthPx);
      expect(penKeys[']']({ ...pen, widthPx }).widthPx).toBeGreaterThan(widthPx);
    }
    expect(penKeys['[']({ ...pen, widthPx: 1 })).toEqual({ widthPx: 1 });
    expect(penKeys[']']({ ...pen, widthPx: 512 })).toEqual({ widthPx: 512 });
    expect(penKeys[']']({ ...pen, widthPx: 500 })).toEqual({ widthPx: 512 });
  });
});
