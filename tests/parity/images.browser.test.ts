import { beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { inlineWorkers } from '#app/platform/workers.ts';
import { sourceFile } from '#app/workers/files.ts';
import { fileReference, imageReference, imageWorker } from '#app/workers/image-client.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { inputSpec } from '#core/operation.ts';
import { findOperation, operations } from '#core/operations/index.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';
import {
  blankBackground,
  FOLDER,
  heicImages,
  inexactImages,
  madeBy,
  madeImages,
  movingFormats,
  movingImages,
  movingSteps,
  OWN_FONT,
  onBackgrounds,
  type ParityCase,
  parityCases,
  SUBJECT,
  sampleCases,
  sampleImages,
  tiffImages,
} from './cases.ts';
import { compare } from './compare.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    testScript: (path: string) => Promise<void>;
  }
}

const platform = createBrowserPlatform(inlineWorkers);

const fetched = async (path: string) => {
  const response = await fetch(`/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.blob();
};
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

const isSame = (ours: Uint8Array, theirs: Uint8Array) =>
  ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index]);

async function rasterOf(blob: Blob): Promise<Raster> {
  return (await decodeImage(sourceFile(blob, 'made.png'), { platform })).raster;
}

/** Replaces file names in the steps by the page's references to images of the image worker and to undecoded files. */
function asInThePage(recipe: Recipe): RecipeStep[] {
  return recipe.map(({ inputs = {}, ...step }) => {
    const specs = findOperation(step.operation)?.inputs ?? {};
    const named = Object.entries(inputs).map(([name, files]) => {
      const isImage = inputSpec(specs[name] ?? 'file').kind === 'image';
      const refer = (file: string) => (isImage ? imageReference({ source: file, steps: [] }) : fileReference(file));
      return [name, typeof files === 'string' ? refer(files) : files.map(refer)] as const;
    });
    return { ...step, inputs: Object.fromEntries(named) };
  });
}

/** Encodes in the page's worker, as a download does. */
async function madeInThePage({ recipe }: ParityCase, source: string | undefined): Promise<Blob> {
  return imageWorker.encode({ source, steps: asInThePage(recipe) }, { format: 'png' });
}

function describeCase(name: string, each: ParityCase, idOf = (image: string) => image): void {
  it.each(each.images ?? [undefined])(`for the case ${name} %s`, async (image) => {
    const page = await madeInThePage(each, image && idOf(image));
    const command = await fetched(madeBy(name, image));
    const [ours, theirs] = [await bytesOf(page), await bytesOf(command)];
    if (isSame(ours, theirs)) return;
    const apart = compare(await rasterOf(page), await rasterOf(command));
    const inexact = image !== undefined && inexactImages.includes(image);
    console.info(`${name} ${image ?? ''}: ${JSON.stringify(apart)}`);
    expect(inexact || apart).toBe(true);
    expect(apart.most).toBeLessThanOrEqual(each.apart ?? 1);
  });
}

beforeAll(() => commands.testScript('tests/parity/by-command.ts'), 180_000);

it('every operation with an image result is compared between the page and the command', () => {
  const used = Object.values(parityCases).flatMap(({ recipe }) => recipe.map(({ operation }) => operation));
  // Frames are compared with those of other decoders, in tests/video and tests/command.
  const makers = operations
    .filter(({ output, id }) => output === 'image' && !id.startsWith('extract-frame'))
    .map(({ id }) => id);
  expect(makers.filter((id) => !used.includes(id))).toEqual([]);
});

describe('the page and the command write the same bytes', () => {
  beforeAll(async () => {
    for (const name of [...madeImages, SUBJECT, ...heicImages, ...tiffImages, OWN_FONT])
      await imageWorker.addSource({ id: name, name, blob: await fetched(`${FOLDER}/inputs/${name}`) });
  });
  for (const [name, each] of Object.entries(parityCases)) describeCase(name, each);

  it.each(movingImages)('for the frames of %s', async (image) => {
    for (const format of movingFormats) {
      const page = await imageWorker.encode({ source: image, steps: movingSteps }, { format });
      const command = await fetched(`${FOLDER}/${image}.${format}`);
      expect(isSame(await bytesOf(page), await bytesOf(command)), format).toBe(true);
    }
  });

  it('on a blank background', async () => {
    const { background: color, ...size } = blankBackground;
    await imageWorker.addSource({ id: 'blank', name: 'blank', blank: { ...size, color } });
    for (const [name, step] of Object.entries(onBackgrounds)) {
      const page = await imageWorker.encode({ source: 'blank', steps: [step] }, { format: 'png' });
      const command = await fetched(madeBy(name));
      expect(isSame(await bytesOf(page), await bytesOf(command)), name).toBe(true);
    }
  });
});

const sampleId = (name: string) => `sample ${name}`;

describe.skipIf(!samplesUrl)('for real images (needs ../shared/samples)', () => {
  beforeAll(async () => {
    for (const name of sampleImages)
      await imageWorker.addSource({ id: sampleId(name), name, blob: await fetchSample(`images/${name}`) });
  });
  for (const [name, each] of Object.entries(sampleCases)) describeCase(name, each, sampleId);
});
