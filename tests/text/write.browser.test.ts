import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { sourceFile } from '#app/platform/files.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { decodeImage } from '#core/image/decode.ts';
import { parseRecipe, runSteps } from '#core/recipe.ts';

const platform = createBrowserPlatform(createBrowserWorkers());
const folder = '.cache/write-parity';

/** Steps without a picture, and how many of the pixels that text touches may be more than a tenth apart. */
const recipes = {
  'write-vertical': {
    text: '吾輩は「猫」である。\n名前は10年…まだ無い、Hello',
    author: '漱石',
    style: { main: { outlineTextWidth: 4, outlineTextColor: '#c8371b' } },
  },
  'write-horizontal': { text: 'AVATAR office, مرحبا नमस्ते 日本', author: 'Merriweather', width: 1200, height: 800 },
  'write-texts': {
    width: 900,
    height: 600,
    background: '#2b4c7e',
    texts: [
      {
        text: 'Turned',
        rotation: -12,
        textColor: '#ffffff',
        drawBox: true,
        fillBox: true,
        borderRadius: 30,
        borderWidth: 6,
      },
      {
        text: '縦書きー。',
        useVerticalText: true,
        fontFamily: 'Shippori Mincho',
        align: 'right',
        textColor: '#ffffff80',
      },
    ],
  },
};

describe('page and command write the same picture', () => {
  beforeAll(async () => {
    for (const [operation, params] of Object.entries(recipes)) {
      const flags = Object.entries(params).flatMap(([name, value]) => [
        `--${name}`,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]);
      await commands.fudebako(operation, ...flags, '-o', `${folder}/${operation}.png`, '--force');
    }
  }, 120_000);

  it.each(Object.entries(recipes))('%s, but for antialiasing', async (operation, params) => {
    const page = await runSteps(undefined, parseRecipe({ operation, params }), { platform });
    const written = await (await fetch(`/${folder}/${operation}.png`)).blob();
    const { raster } = await decodeImage(sourceFile(written, 'written.png'), { platform });
    expect([page.width, page.height]).toEqual([raster.width, raster.height]);
    let [most, apart, sum, inked] = [0, 0, 0, 0];
    const ground = page.data.subarray(0, 4);
    for (let at = 0; at < page.data.length; at += 4) {
      let difference = 0;
      let distance = 0;
      for (let channel = at; channel < at + 4; channel++) {
        difference = Math.max(difference, Math.abs((page.data[channel] ?? 0) - (raster.data[channel] ?? 0)));
        distance = Math.max(distance, Math.abs((page.data[channel] ?? 0) - (ground[channel - at] ?? 0)));
      }
      most = Math.max(most, difference);
      sum += difference;
      if (difference > 25) apart++;
      if (distance > 0) inked++;
    }
    console.info(
      `${operation}: at most ${most}, ${apart} of ${inked} inked pixels more than 25 apart, ${(sum / inked).toFixed(3)} on average`,
    );
    expect(inked).toBeGreaterThan(5000);
    expect(apart / inked).toBeLessThan(0.002);
    expect(sum / inked).toBeLessThan(1);
  });
});
