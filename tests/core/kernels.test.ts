import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileKernel, generatedPath, listKernels } from '#scripts/dev/build/kernels.ts';

const kernels = await listKernels();

describe('WebAssembly kernels', () => {
  it.each(kernels.map((path) => [basename(path, '.ts'), path]))(
    'equal their compiled source: %s (npm run kernels)',
    async (_, path) => {
      expect(readFileSync(generatedPath(path), 'utf8')).toBe(await compileKernel(path));
    },
  );

  it('each have a source file, with no obsolete module left over', () => {
    const files = readdirSync(dirname(generatedPath('any.ts'))).filter((file) => file.endsWith('.ts'));
    expect(files.toSorted()).toEqual(kernels.map((path) => basename(path)).toSorted());
  });
});
