import { expect, it } from 'vitest';
import { colorIn } from '../../app/ui/fields/color-text.ts';

it.each([
  ['#ff8800', '#ff8800'],
  ['F80', '#ff8800'],
  [' #FF8800 ', '#ff8800'],
  ['＃ｆｆ８８００', '#ff8800'],
  ['#f80c', '#ff8800cc'],
  ['#ff880080', '#ff880080'],
  ['#ff8800ff', '#ff8800'],
  ['#f80f', '#ff8800'],
  ['#ff88', '#ffff8888'],
  ['#ff8', '#ffff88'],
  ['#ff880', undefined],
  ['red', undefined],
  ['', undefined],
])('a color field with alpha reads %s as %s', (text, color) => {
  expect(colorIn(text, true)).toBe(color);
});

it('a color field without alpha refuses a translucent color, and removes the alpha of an opaque color', () => {
  expect(colorIn('#ff880080', false)).toBeUndefined();
  expect(colorIn('#f808', false)).toBeUndefined();
  expect(colorIn('#ff8800ff', false)).toBe('#ff8800');
  expect(colorIn('#f80', false)).toBe('#ff8800');
});
