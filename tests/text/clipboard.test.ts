import { describe, expect, it } from 'vitest';
import {
  copyTextSettings,
  defaultText,
  fitText,
  pasteTextSettings,
  restoreText,
} from '#app/tools/text-boxes/clipboard.ts';
import type { FudebakoError } from '#core/base/errors.ts';

const size = { width: 400, height: 300 };
const unset = { top: 0, left: 0, bottom: 0, right: 0 };

describe('text settings on the clipboard', () => {
  it('are copied without the text, and pasted without changing the text', () => {
    const own = { ...defaultText(), text: 'one', fontPt: 42.5, textColor: '#ff0000', rotation: 30 };
    const pasted = pasteTextSettings({ ...defaultText(), text: 'two' }, copyTextSettings(own), size);
    expect(pasted).toEqual({ ...own, text: 'two' });
  });

  it('ignore invalid values and clamp values out of range', () => {
    const json =
      '{"fontPt": 5000, "align": "up", "fontFamily": "Nobody\u2019s", "textColor": "#0f0", "charGapEm": null}';
    const pasted = pasteTextSettings(defaultText(), json, size);
    expect(pasted).toEqual({ ...defaultText(), fontPt: 1000, textColor: '#0f0' });
  });

  it('accept a complete text entry, as in --texts', () => {
    expect(pasteTextSettings(defaultText(), '{"text": "three", "bold": true}', size)).toMatchObject({
      text: 'three',
      bold: true,
    });
  });

  it.each(['', 'no JSON', '[1, 2]', '"text"', 'null'])('refuse %j', (pasted) => {
    expect(() => pasteTextSettings(defaultText(), pasted, size)).toThrow(
      expect.objectContaining({ code: 'settingsPaste' }) as FudebakoError,
    );
  });

  it('are restored from an earlier visit, whatever was stored', () => {
    const own = { ...defaultText(), text: '春\n夏', fontFamily: 'own:My Brush', useVerticalText: true };
    expect(restoreText(JSON.parse(JSON.stringify(own)))).toEqual(own);
    const asAtFirst = {
      text: '',
      fontPt: 100,
      charGapEm: 0.25,
      colGapEm: 0.6,
      fontFamily: 'Merriweather',
      useVerticalText: false,
      boundingBox: { top: 0, left: 0, bottom: 0, right: 0 },
    };
    expect(restoreText(undefined)).toMatchObject(asAtFirst);
    expect(restoreText({ text: 5, fontPt: '9', boundingBox: 'none' })).toMatchObject(asAtFirst);
  });
});

describe('the box of a pasted text', () => {
  const fitted = (top: number, left: number, bottom: number, right: number) =>
    fitText({ ...defaultText(), boundingBox: { top, left, bottom, right } }, size).boundingBox;

  it('stays in place inside the image', () => {
    expect(fitted(10, 20, 110, 220)).toEqual({ top: 10, left: 20, bottom: 110, right: 220 });
  });

  it('moves into the image, and shrinks if it does not fit', () => {
    expect(fitted(250, 350, 350, 450)).toEqual({ top: 200, left: 300, bottom: 300, right: 400 });
    expect(fitted(0, 0, 1200, 800)).toEqual({ top: 0, left: 0, bottom: 300, right: 400 });
  });

  it('is normalized if its corners are reversed', () => {
    expect(fitted(110, 220, 10, 20)).toEqual({ top: 10, left: 20, bottom: 110, right: 220 });
  });

  it('becomes the whole image if it is empty or outside', () => {
    expect(fitted(50, 60, 50, 200)).toEqual(unset);
    expect(fitted(300, 0, 400, 100)).toEqual(unset);
    expect(fitted(0, 400, 100, 500)).toEqual(unset);
  });
});
