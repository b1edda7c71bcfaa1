import type { Condition, Field, Parameters } from './fields.ts';

/** Controls under one heading, row by row; without a name they stand first, or between others. */
export interface PanelSection {
  readonly section: string | undefined;
  readonly rows: readonly (readonly string[])[];
}

/** Whether the parameters beside a field have values with which it matters. */
export function isVisible({ visibleWhen }: Field, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(visibleWhen ?? ({} as Condition)).every(([name, among]) =>
    (among as readonly unknown[]).includes(values[name]),
  );
}

/**
 * The rows of a panel for parameters, in the order of their declaration.
 * @param values what they are, for those that matter only with some values of others
 * @param elsewhere parameters that have no control in the panel
 */
export function panelSections(
  fields: Parameters,
  values: Readonly<Record<string, unknown>>,
  elsewhere: readonly string[] = [],
): PanelSection[] {
  const sections: { section: string | undefined; rows: string[][] }[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (elsewhere.includes(name) || !isVisible(field, values)) continue;
    let current = sections.at(-1);
    if (!current || current.section !== field.section) {
      current = { section: field.section, rows: [] };
      sections.push(current);
    }
    const row = current.rows.at(-1);
    if (field.beside && row) row.push(name);
    else current.rows.push([name]);
  }
  return sections;
}
