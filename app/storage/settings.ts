import { useCallback, useMemo } from 'react';
import type { Parameters } from '#core/parameters/fields.ts';
import { pageValues, restoreValues } from '#core/parameters/parse.ts';
import { settingsOf } from './settings-store.ts';
import type { SettingsPart } from './storage-keys.ts';
import { getOwnProperty } from './stored.ts';

/** Returns stored settings merged over defaults. By default, `check` requires values of the default's type. */
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

/** Stores an operation's parameters. Defaults replace invalid values. Returns the same object until a value changes. */
export function useOperationSettings<Values extends object>(
  tool: string,
  fields: Parameters,
): [Values, (change: Partial<Values>) => void] {
  const [values, change] = useToolSettings<Values>(
    tool,
    'settings',
    pageValues(fields) as Values,
    (stored) => restoreValues(fields, stored) as Partial<Values>,
  );
  const json = JSON.stringify(values);
  return [useMemo(() => JSON.parse(json) as Values, [json]), change];
}

export function ofSameTypes<Values extends object>(defaults: Values, stored: unknown): Partial<Values> {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const found = getOwnProperty(stored, name);
      const fits =
        typeof found === typeof value &&
        typeof found !== 'object' &&
        (typeof found !== 'number' || Number.isFinite(found));
      return fits ? [[name, found]] : [];
    }),
  ) as Partial<Values>;
}
