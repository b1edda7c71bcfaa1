import type { Condition, Field, Parameters } from './fields.ts';

/** A section of a panel: rows of controls under one heading, or without heading for a section without name. */
export interface PanelSection {
  readonly section: string | undefined;
  readonly isFolded?: boolean;
  readonly rows: readonly (readonly string[])[];
}

/** Returns the conditions of which one must be met for a field to apply. */
export const conditionsOf = ({ visibleWhen = {} }: Field): readonly Condition[] =>
  Array.isArray(visibleWhen) ? visibleWhen : [visibleWhen as Condition];

export const isVisible = (field: Field, values: Readonly<Record<string, unknown>>): boolean =>
  conditionsOf(field).some((condition) =>
    Object.entries(condition).every(([name, among]) => (among as readonly unknown[]).includes(values[name])),
  );

/** Returns a panel's sections in declaration order, without the parameters `elsewhere`, which other controls set. */
export function panelSections(
  fields: Parameters,
  values: Readonly<Record<string, unknown>>,
  elsewhere: readonly string[] = [],
): PanelSection[] {
  const sections: { section: string | undefined; isFolded?: boolean; rows: string[][] }[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (elsewhere.includes(name) || !isVisible(field, values)) continue;
    let current = sections.at(-1);
    if (!current || current.section !== field.section) {
      current = { section: field.section, ...(field.isFolded && { isFolded: true }), rows: [] };
      sections.push(current);
    }
    const row = current.rows.at(-1);
    if (field.beside && row) row.push(name);
    else current.rows.push([name]);
  }
  return sections;
}
