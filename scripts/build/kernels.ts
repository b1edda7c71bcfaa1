import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import asc from 'assemblyscript/asc';

const sources = resolve(import.meta.dirname, '../../core/wasm/kernels');
const generated = resolve(import.meta.dirname, '../../core/wasm/generated');

/** Lists the kernels: `NAME.ts` in `core/wasm/kernels/`, written in AssemblyScript. */
export async function listKernels(): Promise<string[]> {
  const files = await readdir(sources);
  return files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
}

/** Returns the path of a compiled kernel. */
export const generatedPath = (name: string): string => resolve(generated, `${name}.ts`);

/** Compiles a kernel and returns its generated file. Deterministic. */
export async function compileKernel(name: string): Promise<string> {
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    [`${name}.ts`, '--outFile', 'kernel.wasm', '-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
    {
      // Shared code of kernels is in a subfolder.
      readFile: (file) => readFile(resolve(sources, file), 'utf8').catch(() => null),
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
  return `// Compiled from ../kernels/${name}.ts by \`npm run kernels\`.\nexport const ${camelCase(name)}Wasm =\n  '${text}';\n`;
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
  for (const name of await listKernels()) {
    const text = await compileKernel(name);
    await writeFile(generatedPath(name), text);
    process.stdout.write(`core/wasm/generated/${name}.ts  ${text.length} characters\n`);
  }
}
