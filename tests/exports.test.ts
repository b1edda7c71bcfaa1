import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Files whose exports are used only by build tools, so no file imports them. */
const READ_FROM_OUTSIDE = [
  // Files that Remix finds as routes.
  /^app\/(?:routes\/|root\.tsx|entry\.\w+\.tsx|shell\/Shell\.tsx)/,
  // AssemblyScript sources, whose exports become the exports of a WebAssembly module.
  /^core\/.*\/kernels\//,
  // In builds with HEIC=no, these files replace the modules of the HEIC decoder.
  /^core\/(?:base\/built-without-heic|image\/formats\/heic\/no-libde265)\.ts$/,
  // The screen module that tools created by `npm run new-tool` import.
  /^app\/tools\/operation\/OperationScreen\.tsx$/,
  // The library, which programs import.
  /^scripts\/library\/index\.ts$/,
  // In the published package, these files replace modules of a checkout.
  /^scripts\/dev\/package\/entries\//,
  // Type declarations of packages that have none.
  /\.d\.ts$/,
];

const ALL = '*';
const filesOf = (folder: string) =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);

interface Module {
  /** The exported names of the file, and how often the file itself uses each. */
  readonly exports: Map<string, number>;
  /** The names that the file imports, each with the file from which it comes. */
  readonly imports: { readonly file: string; readonly name: string }[];
}

function readModule(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(resolve(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const counts = new Map<string, number>();
  const exported: string[] = [];
  const imports: Module['imports'] = [];
  const addUse = (specifier: ts.Node | undefined, ...names: string[]) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    const path = specifier.text.replace(/\?.*$/, '');
    const target = path.startsWith('#') ? resolve(root, path.slice(1)) : resolve(root, dirname(file), path);
    if (/^[#.]/.test(path)) for (const name of names) imports.push({ file: relative(root, target), name });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    if (ts.isImportDeclaration(node)) {
      const { name, namedBindings } = node.importClause ?? {};
      if (name) addUse(node.moduleSpecifier, 'default');
      if (namedBindings && ts.isNamespaceImport(namedBindings)) addUse(node.moduleSpecifier, ALL);
      else if (namedBindings)
        for (const each of namedBindings.elements) addUse(node.moduleSpecifier, (each.propertyName ?? each.name).text);
      return;
    }
    if (ts.isExportDeclaration(node)) {
      if (!node.exportClause || !ts.isNamedExports(node.exportClause)) addUse(node.moduleSpecifier, ALL);
      else
        for (const { name, propertyName } of node.exportClause.elements) {
          addUse(node.moduleSpecifier, (propertyName ?? name).text);
          exported.push(name.text);
        }
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      addUse(node.arguments[0], ALL);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      addUse(node.argument.literal, node.qualifier?.getText() ?? ALL);
    const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
    if (modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      exported.push(...declared(node, modifiers));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { exports: new Map(exported.map((name) => [name, counts.get(name) ?? 0])), imports };
}

function declared(node: ts.Node, modifiers: readonly ts.Modifier[]): string[] {
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => bound(name));
  const { name } = node as ts.NamedDeclaration;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

const bound = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));

it('every export of app, core and scripts is used outside the tests', () => {
  const files = [...['app', 'core', 'scripts'].flatMap(filesOf), 'vite.config.ts', 'vitest.config.ts'];
  const modules = new Map(files.map((file) => [file, readModule(file)]));
  const used = new Set(
    [...modules.values()].flatMap(({ imports }) => imports.map(({ file, name }) => `${file} ${name}`)),
  );
  const unused = [...modules]
    .filter(([file]) => !READ_FROM_OUTSIDE.some((place) => place.test(file)))
    .flatMap(([file, { exports }]) =>
      [...exports]
        .filter(([name, count]) => count < 2 && !used.has(`${file} ${name}`) && !used.has(`${file} ${ALL}`))
        .map(([name]) => `${file} ${name}`),
    );
  expect(modules.size).toBeGreaterThan(300);
  expect(unused).toEqual([]);
});
