import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { FudebakoError } from '#core/errors.ts';
import { baseName, extensionOf } from '#core/files.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { type ParsedStep, parseOperationParameters } from '#core/recipe.ts';
import { describeError, UsageError } from './errors.ts';
import { parseTable } from './table.ts';
import type { CommandWords } from './words.ts';

/** Files whose rows each make a picture: a table with a heading line, or one JSON object a line. */
const extensions = ['csv', 'tsv', 'jsonl', 'ndjson'];

export const isRowsFile = (path: string): boolean => extensions.includes(extensionOf(basename(path)));

/** A row of a file, held against the recipe. */
export interface Row {
  /** For people: the file and the row's number. */
  readonly label: string;
  /** Its result's name, without extension: the column `name`, or the file's name and the row's number. */
  readonly name: string;
  readonly steps: readonly ParsedStep[];
}

/**
 * Reads a file of rows. A column is named as the parameter of the recipe that it sets, with its
 * path where it is inside another: `text`, `style.main.textColor`, `texts[0].text`. An empty cell
 * leaves what the recipe says.
 *
 * @throws UsageError naming the file and the row
 */
export async function readRows(path: string, steps: readonly ParsedStep[], words: CommandWords): Promise<Row[]> {
  const source = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path}: ${describeError(error, words)}`);
  });
  const rows = extensionOf(path).endsWith('sv') ? tableRows(source, path) : jsonRows(source, path);
  if (rows.length === 0) throw new UsageError(`${path}: There are no rows.`);
  const digits = Math.max(3, String(rows.length).length);
  return rows.map((row, index) => {
    const label = `${path}, row ${index + 1}`;
    const numbered = `${baseName(basename(path))}-${String(index + 1).padStart(digits, '0')}`;
    return { label, name: fileName(row.name) ?? numbered, steps: applyRow(row, steps, label, words) };
  });
}

type Cells = Readonly<Record<string, unknown>>;

function tableRows(source: string, path: string): Cells[] {
  const [heading = [], ...lines] = parseTable(source, extensionOf(path) === 'tsv' ? '\t' : ',');
  return lines.map((cells, index) => {
    if (cells.length > heading.length)
      throw new UsageError(`${path}, row ${index + 1}: ${cells.length} cells, but the heading has ${heading.length}.`);
    return Object.fromEntries(heading.map((name, column) => [name.trim(), cells[column] ?? '']));
  });
}

function jsonRows(source: string, path: string): Cells[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `${path}, line ${index + 1}`;
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch (error) {
      throw new UsageError(`${place}: This is not JSON: ${(error as Error).message}`);
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new UsageError(`${place}: A row must be an object.`);
    return [row as Cells];
  });
}

/** A name that is safe as a file's; nothing where there is none. */
function fileName(value: unknown): string | undefined {
  const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').replace(/^\.+/, '_');
  return safe === '' ? undefined : safe;
}

/** The steps with a row's values in the place of the recipe's. */
function applyRow(row: Cells, steps: readonly ParsedStep[], label: string, words: CommandWords): ParsedStep[] {
  const changed = steps.map((step) => ({ ...step, params: structuredClone(step.params) }));
  try {
    for (const [column, value] of Object.entries(row)) {
      const keys = column.match(/[^.[\]]+/g) ?? [];
      const step = changed.find(({ operation }) => keys[0] !== undefined && Object.hasOwn(operation.params, keys[0]));
      if (!step) {
        if (column === 'name') continue;
        throw new UsageError(`${label}: No step of the recipe has a parameter ${column}.`);
      }
      if (value === '' || value === undefined) continue;
      setAt(step.params, keys, readCell(value, fieldAt(step.operation.params, keys)));
    }
    return changed.map((step) => ({ ...step, params: parseOperationParameters(step.operation, step.params) }));
  } catch (error) {
    if (error instanceof FudebakoError) throw new UsageError(`${label}: ${describeError(error, words)}`);
    throw error;
  }
}

/** The field that a path leads to, where it leads to one. */
function fieldAt(fields: Parameters, [key = '', ...rest]: readonly string[]): Field | undefined {
  let field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  let left = rest;
  while (field?.kind === 'list' && left.length > 0) {
    field = field.item as Field;
    left = left.slice(1);
  }
  return field?.kind === 'group' && left.length > 0 ? fieldAt(field.fields, left) : field;
}

/** A table's cell as the value that its field takes; what does not fit is left for the parameter's own check. */
function readCell(value: unknown, field: Field | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (field?.kind === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (field?.kind === 'toggle' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  return value;
}

/** Sets a value inside, making the objects and lists on the way; an object is laid over the one that is there. */
function setAt(target: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [key = '', ...rest] = keys;
  if (rest.length === 0) {
    const before = target[key];
    if (isObject(value) && isObject(before))
      for (const [name, inner] of Object.entries(value)) setAt(before, [name], inner);
    else target[key] = value;
    return;
  }
  const inner = target[key];
  const next = typeof inner === 'object' && inner !== null ? inner : /^\d+$/.test(rest[0] ?? '') ? [] : {};
  target[key] = next;
  setAt(next as Record<string, unknown>, rest, value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
