import { expect } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { openImage, pngUpload, translucentPixels } from './images.ts';
import { test } from './policed.ts';

for (const [route, names] of firstOf([
  ['color_adjuster', ['Saturation', 'Brightness', 'Hue', 'Contrast']],
  ['blur_sharpen', ['Sharpness']],
] as const))
  test(`/${route}: arrow keys change a slider by 0.01 between −1 and 1`, async ({ page }) => {
    await page.goto(`/${route}`);
    await openImage(page, await pngUpload(translucentPixels()));
    for (const name of names) {
      const slider = page.getByRole('slider', { name });
      await slider.focus();
      for (const [key, value] of [
        ['ArrowRight', '0.01'],
        ['ArrowDown', '0'],
        ['ArrowLeft', '-0.01'],
        ['Home', '-1'],
        ['ArrowLeft', '-1'],
        ['End', '1'],
        ['ArrowRight', '1'],
        ['ArrowLeft', '0.99'],
      ] as const) {
        await page.keyboard.press(key);
        await expect(slider).toHaveValue(value);
      }
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue('0.99');
    }
  });
