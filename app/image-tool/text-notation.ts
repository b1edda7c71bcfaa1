import { useMemo } from 'react';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { notationFields, type TextNotation } from '#core/text/settings.ts';
import { useToolSettings } from '../storage/settings.ts';
import { settingsOf } from '../storage/settings-store.ts';

const DEFAULTS = defaultValues(notationFields) as TextNotation;

const restore = (stored: object) => restoreValues(notationFields, stored) as Partial<TextNotation>;

/** Returns the settings for notation such as ruby. Their changes are undo steps of the editor's document. */
export const useTextNotation = (tool: string): TextNotation =>
  useToolSettings<TextNotation>(tool, 'notation', DEFAULTS, restore)[0];

/** Returns the notation settings; the same object at each render until a setting changes. */
export function useSameTextNotation(tool: string): TextNotation {
  const json = JSON.stringify(useTextNotation(tool));
  return useMemo(() => JSON.parse(json) as TextNotation, [json]);
}

export const textNotationNow = (tool: string): TextNotation => ({
  ...DEFAULTS,
  ...restore(settingsOf(tool).use.getState().parts.notation ?? {}),
});

export const sharedNotation = (tool: string) => ({
  get: () => textNotationNow(tool),
  set: (notation: TextNotation) => settingsOf(tool).update(({ parts }) => ({ parts: { ...parts, notation } })),
});

export const pastedNotation = (params: Readonly<Record<string, unknown>>): TextNotation => ({
  ...DEFAULTS,
  ...restore(params),
});

export const notationOf = (page: TextNotation): TextNotation =>
  Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, page[name as keyof TextNotation]])) as never;

/** Returns the notation settings that differ from their defaults. */
export const notationParams = (notation: TextNotation): Partial<TextNotation> =>
  Object.fromEntries(
    Object.entries(notation).filter(([name, value]) => DEFAULTS[name as keyof TextNotation] !== value),
  );
