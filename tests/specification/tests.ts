import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/**
 * Finds tests by file and title. Returns the strings in a test's source and in its data tables, but not in its title.
 * Ignores comments.
 */

const repository = resolve(import.meta.dirname, '../..');

/** A test by file and title, as written in the file: `e2e/errors.spec.ts › shows errors in the page’s language`. */
export type TestReference = `${'e2e' | 'tests'}/${string}.ts › ${string}`;

interface FoundTest {
  readonly title: string;
  readonly literals: readonly string[];
}

/** Returns every string of the referenced test. Throws if the test does not exist. */
export function literalsOf(reference: TestReference): readonly string[] {
  const [file, title] = reference.split(' › ') as [string, string];
  const found = testsIn(file).filter((test) => test.title === title);
  if (found.length !== 1) throw new Error(`${file} has ${found.length} tests with the title '${title}'`);
  return (found[0] as FoundTest).literals;
}

const known = new Map<string, readonly FoundTest[]>();

export function testsIn(file: string): readonly FoundTest[] {
  let tests = known.get(file);
  if (!tests) {
    const path = resolve(repository, file);
    if (!existsSync(path)) throw new Error(`There is no ${file}`);
    tests = readTests(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
    known.set(file, tests);
  }
  return tests;
}

function readTests(source: ts.SourceFile): FoundTest[] {
  const tables = declaredTables(source);
  const found: FoundTest[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    if (title) found.push({ title: textOf(title), literals: stringsOf([node, ...loopsAround(node)], title, tables) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns the syntax node of the title if the call is a test that isn't skipped. */
function titleOf(call: ts.CallExpression): ts.Expression | undefined {
  const [title, ...rest] = call.arguments;
  if (!title || (!ts.isStringLiteralLike(title) && !ts.isTemplateExpression(title))) return undefined;
  if (!rest.some((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument))) return undefined;
  let callee: ts.Expression = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) {
    if (ts.isPropertyAccessExpression(callee) && ['describe', 'skip', 'todo', 'fixme'].includes(callee.name.text))
      return undefined;
    callee = callee.expression;
  }
  return ts.isIdentifier(callee) && ['test', 'it'].includes(callee.text) ? title : undefined;
}

/** Returns the text between the quotes, with placeholders such as `${name}`. */
const textOf = (title: ts.Expression) => (ts.isStringLiteralLike(title) ? title.text : title.getText().slice(1, -1));

/** Returns the data tables of the loops and suites around a test. */
function loopsAround(test: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  for (let node = test.parent; node; node = node.parent) {
    if (ts.isForOfStatement(node)) found.push(node.expression);
    if (ts.isCallExpression(node) && ts.isCallExpression(node.expression)) found.push(node.expression);
  }
  return found;
}

function declaredTables(source: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const tables = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isTable(node.initializer))
      tables.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tables;
}

function isTable(node: ts.Expression): boolean {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return isTable(node.expression);
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

function stringsOf(nodes: readonly ts.Node[], title: ts.Node, tables: ReadonlyMap<string, ts.Node>): string[] {
  const strings: string[] = [];
  const opened = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (node === title) return;
    const string = stringOf(node);
    if (string) strings.push(string);
    const table = ts.isIdentifier(node) ? tables.get(node.text) : undefined;
    if (table && !opened.has(table)) {
      opened.add(table);
      visit(table);
    }
    ts.forEachChild(node, visit);
  };
  for (const node of nodes) visit(node);
  return strings;
}

function stringOf(node: ts.Node): string | undefined {
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return node.text.replaceAll('\\', '');
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    return node.text;
  return undefined;
}
