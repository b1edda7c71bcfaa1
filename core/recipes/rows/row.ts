import { baseName } from '../../base/files.ts';
import { safeFileName } from '../../base/safe-names.ts';
import type { ParsedStep, Recipe } from '../recipe.ts';
import type { Cell } from './columns.ts';

/** Returns a result's name: the cell `name`, or the table's name and row number with as many digits as `total`. */
export function rowName(cells: readonly Cell[], table: string, index: number, total: number): string {
  const cellName = cells.findLast(([column]) => column === 'name')?.[1];
  const digits = Math.max(3, String(total).length);
  return fileName(cellName) ?? `${baseName(table)}-${String(index + 1).padStart(digits, '0')}`;
}

function fileName(value: unknown): string | undefined {
  const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return safeFileName(name) || undefined;
}

export const recipeOf = (steps: readonly ParsedStep[]): Recipe =>
  steps.map((step) => ({ ...step, operation: step.operation.id }));
