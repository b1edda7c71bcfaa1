import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { platform } from '../inline-platform.ts';
import { imageFormats, makeImages } from './image-makers.ts';
import { mutateBytes } from './mutate.ts';
import { outcomeOf, PAGE_CASES } from './outcomes.ts';
import { Random } from './random.ts';

/** Writes fuzz cases, half of them damaged, and their outcomes in Node, for a comparison with the browser's. */

const SEED = 31;
const CASES = 12;

rmSync(PAGE_CASES, { recursive: true, force: true });
mkdirSync(PAGE_CASES, { recursive: true });
const cases: { readonly name: string; readonly outcome: string }[] = [];
for (const format of imageFormats) {
  const random = new Random(SEED);
  for (const [index, image] of (await makeImages(format, random, CASES)).entries()) {
    // Skips CMYK images, which platforms round differently.
    if (
      (
        await sharp(image)
          .metadata()
          .catch(() => undefined)
      )?.space === 'cmyk'
    )
      continue;
    const bytes = index % 2 === 0 ? image : mutateBytes(image, image, random);
    const name = `${format}-${index}`;
    writeFileSync(join(PAGE_CASES, `${name}.bin`), bytes);
    cases.push({ name, outcome: await outcomeOf(bytes, platform) });
  }
}
writeFileSync(join(PAGE_CASES, 'cases.json'), JSON.stringify(cases));
