import { ParameterError } from '../base/errors.ts';
import type { Field, ListField, Parameters, ValuesOf } from './fields.ts';
import { clampNumber, parseField } from './parse.ts';

/** Merges stored or pasted settings into `current`. Unlike `parseParameters`, clamps numbers, skips invalid values. */
export function mergeValues<P extends Parameters>(fields: P, current: ValuesOf<P>, raw: unknown): ValuesOf<P> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return current;
  const merged: Record<string, unknown> = { ...current };
  for (const [name, field] of Object.entries(fields))
    if (Object.hasOwn(raw, name)) merged[name] = mergeField(field, merged[name], (raw as typeof merged)[name]);
  return merged as ValuesOf<P>;
}

function mergeField(field: Field, current: unknown, raw: unknown): unknown {
  if (field.kind === 'number')
    return typeof raw === 'number' && Number.isFinite(raw) ? clampNumber(field, raw) : current;
  if (field.kind === 'group') return mergeValues(field.fields, current as ValuesOf<Parameters>, raw);
  if (field.kind === 'list') return Array.isArray(raw) ? mergeItems(field, raw) : current;
  return fits(field, raw) ? raw : current;
}

function mergeItems({ item, maxItems }: ListField, raw: readonly unknown[]): unknown[] {
  const usable = raw.filter((each) =>
    item.kind === 'group'
      ? typeof each === 'object' && each !== null && !Array.isArray(each)
      : item.kind === 'number'
        ? typeof each === 'number' && Number.isFinite(each)
        : fits(item, each),
  );
  const blank = item.kind === 'group' ? parseField(item, undefined, '') : undefined;
  return usable.slice(0, maxItems).map((each) => mergeField(item, blank, each));
}

function fits(field: Field, raw: unknown): boolean {
  if (raw === undefined) return false;
  try {
    parseField(field, raw, '');
    return true;
  } catch (error) {
    if (error instanceof ParameterError) return false;
    throw error;
  }
}
