import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileKernel, generatedPath, listKernels } from '#scripts/build/kernels.ts';

const kernels = await listKernels();

describe('WebAssembly kernels', () => {
  it.each(kernels)('%s equals its compiled source (npm run kernels)', async (name) => {
    expect(readFileSync(generatedPath(name), 'utf8')).toBe(await compileKernel(name));
  });

  it('have no module without a source', () => {
    const files = readdirSync(dirname(generatedPath('any'))).filter((file) => file.endsWith('.ts'));
    expect(files.toSorted()).toEqual(kernels.map((name) => `${name}.ts`).toSorted());
  });
});
