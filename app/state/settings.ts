import { useCallback } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Settings of every tool, by `tool/part`. The version is part of the key in local storage. */
interface SettingsState {
  readonly parts: Readonly<Record<string, object>>;
}

const useSettingsStore = create<SettingsState>()(
  persist((): SettingsState => ({ parts: {} }), { name: 'fudebako-settings-v1' }),
);

/**
 * Settings that survive a visit, merged over their defaults so that a new setting finds its own.
 * `check` turns what was stored into what may be used (`restoreValues` for declared parameters).
 */
export function useToolSettings<Values extends object>(
  tool: string,
  part: string,
  defaults: Values,
  check: (stored: object) => Partial<Values> = (stored) => stored,
): [Values, (change: Partial<Values>) => void] {
  const key = `${tool}/${part}`;
  const stored = useSettingsStore((state) => state.parts[key]);
  const values = stored ? { ...defaults, ...check(stored) } : defaults;
  const change = useCallback(
    (next: Partial<Values>) =>
      useSettingsStore.setState(({ parts }) => ({ parts: { ...parts, [key]: { ...parts[key], ...next } } })),
    [key],
  );
  return [values, change];
}
