import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import asc from 'assemblyscript/asc';

const core = resolve(import.meta.dirname, '../../../core');
const generated = join(core, 'wasm/generated');

/** Lists the kernels: AssemblyScript files in core's folders named `kernels/`. Subfolders contain shared code. */
export async function listKernels(): Promise<string[]> {
  const files = await readdir(core, { recursive: true });
  const sources = files.filter((file) => basename(dirname(file)) === 'kernels' && file.endsWith('.ts'));
  return sources.map((file) => join(core, file)).sort();
}

export const generatedPath = (source: string): string => join(generated, basename(source));

/** Compiles a kernel and returns the content of the generated file, which depends only on the kernel's source. */
export async function compileKernel(source: string): Promise<string> {
  const name = basename(source, '.ts');
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [`${name}.ts`, '--outFile', 'kernel.wasm', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
    {
      readFile: (file) => readFile(resolve(dirname(source), file), 'utf8').catch(() => null),
      writeFile: (_file, contents) => {
        if (contents instanceof Uint8Array) binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || !binary) throw new Error(`${name}.ts does not compile: ${stderr.toString()}`, { cause: error });
  if (sectionIds(binary).includes(DATA_SECTION))
    throw new Error(`${name}.ts has static data, but the caller owns all memory`);
  const text = Buffer.from(binary).toString('base64');
  const path = relative(core, source).replaceAll('\\', '/');
  return `// Compiled from core/${path} by \`npm run kernels\`.\nexport const ${camelCase(name)}Wasm =\n  '${text}';\n`;
}

const DATA_SECTION = 11;

function sectionIds(module: Uint8Array): number[] {
  const ids: number[] = [];
  for (let at = 8; at < module.length; ) {
    ids.push(module[at++] as number);
    let size = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const byte = module[at++] as number;
      size |= (byte & 127) << shift;
      more = byte > 127;
    }
    at += size;
  }
  return ids;
}

const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

if (process.argv[1] === import.meta.filename) {
  await mkdir(generated, { recursive: true });
  for (const source of await listKernels()) {
    const text = await compileKernel(source);
    await writeFile(generatedPath(source), text);
    process.stdout.write(`core/wasm/generated/${basename(source)}  ${text.length} characters\n`);
  }
}
