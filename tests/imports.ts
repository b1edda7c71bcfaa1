import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');

/** Returns the project's files that each file imports, including imports of types. */
export function importsOf(folder: string): Map<string, readonly string[]> {
  const files = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`);
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(resolve(root, file), 'utf8'), true, true);
      const targets = importedFiles.flatMap(({ fileName }) => {
        const path = fileName.replace(/\?.*$/, '');
        if (path.startsWith('#')) return [path.slice(1)];
        return path.startsWith('.') ? [relative(root, resolve(root, dirname(file), path))] : [];
      });
      return [file, targets.filter((target) => existsSync(resolve(root, target)))];
    }),
  );
}
