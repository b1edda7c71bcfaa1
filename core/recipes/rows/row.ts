import { baseName } from '../../base/files.ts';
import { safeFileName } from '../../base/safe-names.ts';
import type { ParsedStep, Recipe } from '../recipe.ts';
import type { Cell } from './columns.ts';

/**
 * What a row's result is called, without extension: as its column `name` says, or as its table and its number.
 *
 * @param table the name of the table's file
 * @param index from 0
 * @param total rows of the table, so that the numbers are equally long
 */
export function rowName(cells: readonly Cell[], table: string, index: number, total: number): string {
  const said = cells.findLast(([column]) => column === 'name')?.[1];
  const digits = Math.max(3, String(total).length);
  return fileName(said) ?? `${baseName(table)}-${String(index + 1).padStart(digits, '0')}`;
}

/** A name that is safe as a file's; nothing where there is none. */
function fileName(value: unknown): string | undefined {
  const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return safeFileName(name) || undefined;
}

/** Parsed steps as they stand in JSON. */
export const recipeOf = (steps: readonly ParsedStep[]): Recipe =>
  steps.map(({ operation, params, inputs }) => ({ operation: operation.id, params, inputs }));
