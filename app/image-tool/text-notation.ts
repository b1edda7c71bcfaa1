import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import { notationFields, type TextNotation } from '#core/text/settings.ts';

/** Settings for notation such as ruby. Their changes are undo steps like those of the texts. */
export const DEFAULT_NOTATION = defaultValues(notationFields) as TextNotation;

export const parseNotation = (stored: object): TextNotation => ({
  ...DEFAULT_NOTATION,
  ...(restoreValues(notationFields, stored) as Partial<TextNotation>),
});

export const notationOf = (page: TextNotation): TextNotation =>
  Object.fromEntries(Object.keys(DEFAULT_NOTATION).map((name) => [name, page[name as keyof TextNotation]])) as never;

/** Returns the notation settings that differ from their defaults. */
export const notationParams = (notation: TextNotation): Partial<TextNotation> =>
  Object.fromEntries(
    Object.entries(notation).filter(([name, value]) => DEFAULT_NOTATION[name as keyof TextNotation] !== value),
  );
