import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { root } from './places.ts';

/** Declares `Symbol.dispose`, which programs for ES2022 don't know. */
const DISPOSABLE = '/// <reference lib="esnext.disposable" />';

/** Bundles the library's types with doc comments into one file, without the types of other packages. */
export async function writeDeclarations(folder: string): Promise<void> {
  const bundle = await rollup({
    input: join(root, 'scripts/library/index.ts'),
    plugins: [
      {
        name: 'project-imports',
        // Types have no side effects. Otherwise rollup keeps extensions of the workers' interface with their types.
        async resolveId(path, importer) {
          const found = /^#(?:core|scripts)\//.test(path) ? join(root, path.slice(1)) : path;
          const resolved = await this.resolve(found, importer, { skipSelf: true });
          return resolved && { ...resolved, moduleSideEffects: false };
        },
      },
      dts({ tsconfig: join(root, 'scripts/tsconfig.json') }),
    ],
    external: (path) => !/^[#./]/.test(path),
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.write({ file: join(folder, 'index.d.ts'), banner: DISPOSABLE });
  await bundle.close();
  const [{ imports }] = output;
  if (imports.length > 0) throw new Error(`The library's types import ${imports.join(', ')}`);
}
