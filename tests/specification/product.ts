import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { screens } from '#app/tools/catalog.ts';
import { findOperation } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';

/** Reads the strings of the product's source code, to find entries of the word tables that no code uses. */

const repository = resolve(import.meta.dirname, '../..');

interface UsedStrings {
  readonly strings: ReadonlySet<string>;
  /** Strings that are values of properties named `reason` or `reasons`. */
  readonly reasons: ReadonlySet<string>;
  /** Patterns for the code's template strings, such as `home.cards.${route}.title`. */
  readonly templates: readonly RegExp[];
}

let used: UsedStrings | undefined;

function usedStrings(): UsedStrings {
  used ??= readStrings();
  return used;
}

/** Returns the source files, except the word tables. */
function sourceFiles(): string[] {
  return ['app', 'core', 'scripts'].flatMap((folder) =>
    readdirSync(resolve(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/^(locales|words)\/|(^|\/)node_modules\/|generated/.test(name))
      .map((name) => resolve(repository, folder, name)),
  );
}

function readStrings(): UsedStrings {
  const strings = new Set<string>();
  const reasons = new Set<string>();
  const templates: RegExp[] = [];
  for (const path of sourceFiles()) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node, inReason: boolean): void => {
      // Skips types, because a message code that occurs only in a type is never used.
      if (ts.isTypeNode(node)) return;
      if (ts.isStringLiteralLike(node)) (inReason ? reasons : strings).add(node.text);
      if (ts.isTemplateExpression(node)) templates.push(patternOf(node));
      // Counts the property access `words.punctuation.list` as the string `punctuation.list`, a key of a word table.
      if (ts.isPropertyAccessExpression(node) && /\bpunctuation$/.test(node.expression.getText(source)))
        strings.add(`punctuation.${node.name.text}`);
      const isReason = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && /^reasons?$/.test(node.name.text);
      ts.forEachChild(node, (child) => visit(child, inReason || isReason));
    };
    visit(source, false);
  }
  return { strings, reasons, templates };
}

/** Converts a template string to a pattern, which matches nothing if the template has no literal part with a dot. */
function patternOf({ head, templateSpans }: ts.TemplateExpression): RegExp {
  const parts = [head.text, ...templateSpans.map(({ literal }) => literal.text)];
  if (!parts.some((part) => /[a-z]{3}.*\.|\..*[a-z]{3}/i.test(part))) return /^\b$/;
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('([\\w-]+)')}$`);
}

/** True if the product's code uses the sentence of this key. */
export function isUsed(key: string): boolean {
  const [table, path = ''] = key.startsWith('core:') ? ['core', key.slice('core:'.length)] : ['app', key];
  if (table === 'app') return isUsedByPage(path);
  const [group, ...names] = path.split('.');
  const name = names[0] ?? '';
  switch (group) {
    case 'reasons':
      return usedStrings().reasons.has(name);
    case 'errors':
    case 'warnings':
    case 'stages':
    case 'units':
      return usedStrings().strings.has(name);
    case 'punctuation':
      return usedStrings().strings.has(path) || usedStrings().strings.has(key);
    case 'groups':
    case 'sections':
      return usedStrings().strings.has(names.at(-1) ?? '');
    default:
      return isDeclared(names);
  }
}

function isUsedByPage(path: string): boolean {
  // The page builds the keys of screens from routes: summary, keywords, and the name of screens without an operation.
  if (
    [...screens, { route: 'home' }].some((screen) =>
      new RegExp(`^${screen.route}\\.(${'operation' in screen ? '' : 'name|'}summary|keywords)$`).test(path),
    )
  )
    return true;
  const { strings, templates } = usedStrings();
  const name = path.replace(/_(one|other)$/, '');
  // Each inserted part must be a string in the source, or else `common.${doing}` would match all keys of `common`.
  const isMade = (template: RegExp) =>
    template
      .exec(name)
      ?.slice(1)
      .every((part) => strings.has(part)) ?? false;
  return strings.has(name) || templates.some(isMade);
}

/** True if the label belongs to a declared parameter or option of the operation. */
function isDeclared([id = '', ...path]: readonly string[]): boolean {
  const operation = findOperation(id);
  if (!operation) return false;
  let fields: Parameters = operation.params;
  let field: Field | undefined;
  for (const name of path) {
    if (['name', 'alsoCalled', 'summary', 'label'].includes(name)) return true;
    if (field?.kind === 'choice') return field.options.includes(name);
    field = fields[name];
    if (!field) return false;
    const inner: Field = field.kind === 'list' ? field.item : field;
    if (inner.kind === 'group') fields = inner.fields;
  }
  return field !== undefined;
}
