import { describe, expect, it } from 'vitest';
import {
  changeSettings,
  clearLayer,
  compositionKind,
  cutOutTop,
  nextLayer,
  setLayer,
  swapLayers,
} from '#app/tools/layer/document.ts';

const SIZES: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  photo: { width: 1200, height: 900 },
  card: { width: 300, height: 200 },
  logo: { width: 40, height: 30 },
};
const sizeOf = (id: string) => SIZES[id];
const image = (id: string) => ({ id, name: `${id}.png` });

const compose = (bottom: string, top: string) =>
  setLayer('top', image(top), sizeOf)(setLayer('bottom', image(bottom), sizeOf)(compositionKind.initial));

describe('the layers of a composition', () => {
  it('are opened in the order bottom, top', () => {
    const one = setLayer('bottom', image('photo'), sizeOf)(compositionKind.initial);
    expect([compositionKind.initial, one, compose('photo', 'logo')].map(nextLayer)).toEqual([
      'bottom',
      'top',
      undefined,
    ]);
  });

  it('show all of a top layer that is larger than the bottom layer', () => {
    // 200 of 900 rows, rounded down so that the layer stays inside.
    expect(compose('card', 'photo').settings).toMatchObject({ scale: 0.2222, offsetX: 0, offsetY: 0 });
    const bottomLast = setLayer(
      'bottom',
      image('card'),
      sizeOf,
    )(setLayer('top', image('photo'), sizeOf)(compositionKind.initial));
    expect(bottomLast.settings.scale).toBe(0.2222);
  });

  it('keep the size of a smaller top layer', () => {
    expect(compose('photo', 'logo').settings).toEqual(compositionKind.initial.settings);
    expect(setLayer('top', image('logo'), sizeOf)(compose('card', 'photo')).settings.scale).toBe(1);
    expect(clearLayer('bottom', sizeOf)(compose('card', 'photo')).settings.scale).toBe(1);
  });

  it('keep a placement that the visitor has chosen', () => {
    const placed = changeSettings({ scale: 0.5, offsetX: 12 })(compose('card', 'photo'));
    expect(setLayer('top', image('logo'), sizeOf)(placed).settings).toEqual(placed.settings);
    expect(clearLayer('top', sizeOf)(placed).settings).toEqual(placed.settings);
  });

  it('keep their placement when the top layer loses its background, unless it was replaced meanwhile', () => {
    const placed = changeSettings({ scale: 0.5, offsetX: 12 })(compose('card', 'photo'));
    const cut = cutOutTop('photo', image('cut'))(placed);
    expect(cut).toEqual({ layers: { bottom: image('card'), top: image('cut') }, settings: placed.settings });
    const replaced = setLayer('top', image('logo'), sizeOf)(placed);
    expect(cutOutTop('photo', image('cut'))(replaced)).toBe(replaced);
  });

  it('are swapped with a new placement, and the mask stays', () => {
    const masked = setLayer('mask', image('logo'), sizeOf)(compose('photo', 'card'));
    const swapped = swapLayers(sizeOf)(masked);
    expect(swapped.layers).toEqual({ top: image('photo'), bottom: image('card'), mask: image('logo') });
    expect(swapped.settings.scale).toBe(0.2222);
    expect(swapLayers(sizeOf)(swapped)).toEqual(masked);
  });
});
