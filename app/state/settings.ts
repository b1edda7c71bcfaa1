import { useCallback } from 'react';
import { createPersisted } from './persisted.ts';
import { own } from './stored.ts';

/** Settings of every tool, by `tool/part`. The version is part of the key in local storage. */
interface SettingsState {
  readonly parts: Readonly<Record<string, object>>;
}

/** More than all tools together have. */
const MAX_PARTS = 500;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const settings = createPersisted<SettingsState>({
  name: 'fudebako-settings-v1',
  initial: { parts: {} },
  parse: (stored) => {
    const parts = own(stored, 'parts');
    return {
      parts: isObject(parts)
        ? Object.fromEntries(
            Object.entries(parts)
              .slice(0, MAX_PARTS)
              .filter(([, part]) => isObject(part)),
          )
        : {},
    };
  },
});

/**
 * Settings that survive a visit, merged over their defaults so that a new setting finds its own.
 * `check` turns what was stored into what may be used: `restoreValues` for declared parameters; by itself it takes
 * what is of its default's type.
 */
export function useToolSettings<Values extends object>(
  tool: string,
  part: string,
  defaults: Values,
  check: (stored: object) => Partial<Values> = (stored) => ofSameTypes(defaults, stored),
): [Values, (change: Partial<Values>) => void] {
  const key = `${tool}/${part}`;
  const stored = settings.use((state) => state.parts[key]);
  const values = stored ? { ...defaults, ...check(stored) } : defaults;
  const change = useCallback(
    (next: Partial<Values>) =>
      settings.update(({ parts }) => ({ parts: { ...parts, [key]: { ...parts[key], ...next } } })),
    [key],
  );
  return [values, change];
}

/** The values of a flat object that are of the types of its defaults. */
export function ofSameTypes<Values extends object>(defaults: Values, stored: unknown): Partial<Values> {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([name, value]) => {
      const found = own(stored, name);
      const fits =
        typeof found === typeof value && !isObject(found) && (typeof found !== 'number' || Number.isFinite(found));
      return fits ? [[name, found]] : [];
    }),
  ) as Partial<Values>;
}
