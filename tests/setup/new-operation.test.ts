import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { emptyFolder } from '../temporary-folders.ts';

const root = resolve(import.meta.dirname, '../..');
const EDITED = [
  'core/operations/index.ts',
  'core/locales/everywhere-en.ts',
  'core/locales/everywhere-ja.ts',
  'app/tools/catalog.ts',
  'core/locales/tools-en.ts',
  'core/locales/tools-ja.ts',
  'app/locales/en.ts',
  'app/locales/ja.ts',
];
const SCRIPTS = ['scripts/dev/new-operation.ts', 'scripts/dev/new-tool.ts', 'scripts/dev/sources.ts'];
const MADE = [
  'core/operations/posterize-colors.ts',
  'core/image/posterize-colors.ts',
  'tests/core/posterize-colors.test.ts',
  'app/tools/posterize-colors/tool.ts',
  'app/routes/posterize_colors.tsx',
];

describe('a new operation', () => {
  it('is declared, listed, named in both languages, and has a screen, in files that parse and import each other', () => {
    const folder = emptyFolder();
    for (const path of [...EDITED, ...SCRIPTS, 'package.json']) {
      mkdirSync(resolve(folder, path, '..'), { recursive: true });
      cpSync(resolve(root, path), join(folder, path));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/dev/new-operation.ts', 'posterize-colors'], {
      cwd: folder,
    });

    for (const path of [...EDITED, ...MADE]) {
      const source = readFileSync(join(folder, path), 'utf8');
      const { diagnostics = [] } = ts.transpileModule(source, { reportDiagnostics: true, fileName: path });
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
      for (const { fileName } of ts.preProcessFile(source, true, true).importedFiles) {
        const target = fileName.startsWith('#') ? fileName.slice(1) : join(path, '..', fileName);
        if (!/^[.#]/.test(fileName)) continue;
        const module = [join(folder, target), join(root, target)].find(existsSync) ?? '';
        expect([path, module]).not.toEqual([path, '']);
        const names = new RegExp(`import (?:\\w+, )?\\{([^}]*)\\} from '${fileName}'`).exec(source)?.[1] ?? '';
        for (const name of names.split(',').map((each) => each.replace(/^\s*type | as .*$/g, '').trim()))
          expect([path, readFileSync(module, 'utf8')]).toEqual([
            path,
            expect.stringMatching(`\\bexport\\b.*\\b${name}\\b`),
          ]);
      }
    }
    const read = (path: string) => readFileSync(join(folder, path), 'utf8');
    expect(read('core/operations/index.ts')).toMatch(/\bposterizeColors,?\n?\] as const/);
    for (const language of ['en', 'ja']) {
      expect(read(`core/locales/everywhere-${language}.ts`)).toContain("'posterize-colors': { name:");
      expect(read(`core/locales/tools-${language}.ts`)).toContain("'posterize-colors': { amount:");
      expect(read(`app/locales/${language}.ts`)).toContain('posterize_colors: { summary:');
    }
    expect(read('app/tools/catalog.ts')).toMatch(/posterizeColorsTool,\n {2}maskTool,/);
    expect(read('app/tools/posterize-colors/tool.ts')).toContain("operation: 'posterize-colors'");
    expect(read('app/routes/posterize_colors.tsx')).toContain(
      '<OperationScreen route="posterize_colors" operation={posterizeColors} />',
    );
  });

  it('is refused with an invalid name, before anything is written', () => {
    const run = () =>
      execFileSync(process.execPath, ['--import', 'tsx', 'scripts/dev/new-operation.ts', 'Posterize'], {
        cwd: root,
        stdio: 'pipe',
      });
    expect(run).toThrow(/kebab-case/);
  });
});
