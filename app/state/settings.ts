import { useCallback, useMemo } from 'react';
import type { Parameters } from '#core/parameters/fields.ts';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { settingsOf } from './settings-store.ts';
import type { SettingsPart } from './storage-keys.ts';
import { own } from './stored.ts';

/**
 * Settings that survive a visit, merged over their defaults so that a new setting finds its own.
 * `check` turns what was stored into what may be used: `restoreValues` for declared parameters; by itself it takes
 * what is of its default's type.
 */
export function useToolSettings<Values extends object>(
  tool: string,
  part: SettingsPart,
  defaults: Values,
  check: (stored: object) => Partial<Values> = (stored) => ofSameTypes(defaults, stored),
): [Values, (change: Partial<Values>) => void] {
  const settings = settingsOf(tool);
  const stored = settings.use((state) => state.parts[part]);
  const values = stored ? { ...defaults, ...check(stored) } : defaults;
  const change = useCallback(
    (next: Partial<Values>) =>
      settings.update(({ parts }) => ({ parts: { ...parts, [part]: { ...parts[part], ...next } } })),
    [settings, part],
  );
  return [values, change];
}

/**
 * The parameters of a tool's operation as settings: each stored value that is not as declared falls
 * back to its default, the others stay. The same object until one of them changes.
 */
export function useOperationSettings<Values extends object>(
  tool: string,
  fields: Parameters,
): [Values, (change: Partial<Values>) => void] {
  const [values, change] = useToolSettings<Values>(
    tool,
    'settings',
    defaultValues(fields) as Values,
    (stored) => restoreValues(fields, stored) as Partial<Values>,
  );
  const json = JSON.stringify(values);
  return [useMemo(() => JSON.parse(json) as Values, [json]), change];
}

/** The values of a flat object that are of the types of its defaults. */
export function ofSameTypes<Values extends object>(defaults: Values, stored: unknown): Partial<Values> {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const found = own(stored, name);
      const fits =
        typeof found === typeof value &&
        typeof found !== 'object' &&
        (typeof found !== 'number' || Number.isFinite(found));
      return fits ? [[name, found]] : [];
    }),
  ) as Partial<Values>;
}
