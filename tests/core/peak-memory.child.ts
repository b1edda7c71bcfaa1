import { readFileSync } from 'node:fs';
import { fileFromBytes } from '#core/base/files.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { animatedFormats } from '#core/image/formats/output-formats.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { parseRecipe, runStepsOfFile } from '#core/recipes/recipe.ts';
import { platform } from '../inline-platform.ts';
import { peakMegabytes, restartPeak } from '../peak-memory.ts';

/**
 * Converts a small file, then a large file, and prints the growth of the peak memory in megabytes. With a third
 * argument, converts an animation to that format, else an image to PNG.
 */

const [small = '', large = '', format = ''] = process.argv.slice(2);

async function convert(path: string): Promise<void> {
  const file = fileFromBytes('a', new Uint8Array(readFileSync(path)));
  const animated = animatedFormats.find((each) => each === format);
  if (animated) {
    const context = { platform, sink: { write: async () => {} } };
    const written = await writeAnimationOf(file, [], { format: animated }, context);
    if (!written) throw new Error('The file is no animation');
    return;
  }
  const steps = parseRecipe([{ operation: 'adjust-color', params: { brightness: 0.2 } }]);
  const { raster } = await runStepsOfFile(file, steps, { platform });
  await encodeImage(raster, { format: 'png', compression: 1 }, { platform });
}

await convert(small);
globalThis.gc?.();
restartPeak();
const before = peakMegabytes();
await convert(large);
console.log(peakMegabytes() - before);
process.exit(0);
