import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { tools } from '#app/tools/catalog.ts';
import { ParameterFields } from '#app/ui/fields/ParameterFields.tsx';
import { type AnyOperation, operations } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { conditionsOf } from '#core/parameters/panel.ts';
import { defaultValues } from '#core/parameters/parse.ts';

/** All parameters that tools set outside their panels. */
const setElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.assign(
  {},
  ...tools.map((tool) => ('setElsewhere' in tool ? tool.setElsewhere : {})),
);

interface Panel {
  readonly operation: string;
  /** Name of the list or group that the panel edits, such as `texts`; empty for the operation's own parameters. */
  readonly within: string;
  readonly fields: Parameters;
}

const keyOf = ({ operation, within }: Panel) => (within ? `${operation}.${within}` : operation);
const elsewhereOf = (panel: Panel) => setElsewhere[keyOf(panel)] ?? {};

/** Returns a panel for the operation's own parameters, and one for each list or group with tabs. */
function panelsOf(operation: string, fields: Parameters, within = ''): Panel[] {
  const panel = { operation, within, fields };
  const inside = Object.keys(elsewhereOf(panel)).flatMap((name) => {
    const field = fields[name];
    const path = within ? `${within}.${name}` : name;
    if (field?.kind === 'list' && field.item.kind === 'group')
      return panelsOf(operation, field.item.fields, path).filter((each) => Object.keys(each.fields).length > 3);
    if (field?.kind !== 'group') return [];
    return Object.entries(field.fields as Parameters).flatMap(([part, group]) =>
      group.kind === 'group' ? panelsOf(operation, group.fields, `${path}.${part}`) : [],
    );
  });
  return [panel, ...inside];
}

/** An animation shares the panels of its still operation, so its own panel contains only its additional parameters. */
const panels = (operations as readonly AnyOperation[]).flatMap(({ id, params, animationOf }) => {
  const still = operations.find((each) => each.id === animationOf)?.params ?? {};
  return panelsOf(id, Object.fromEntries(Object.entries(params).filter(([name]) => !Object.hasOwn(still, name))));
});

/** Returns the panel's default values, except where other values are needed to make the field visible. */
const valuesFor = ({ fields }: Panel, field: Field) => ({
  ...defaultValues(fields),
  ...Object.fromEntries(Object.entries(conditionsOf(field)[0] ?? {}).map(([name, [first]]) => [name, first])),
});

/** A language for the test in which the text of each key is the key itself. */
const paths = createInstance();
beforeAll(() => paths.init({ lng: 'cimode', appendNamespaceToCIMode: true }));

function labels({ operation, within, fields }: Panel, values: object): string {
  const custom = Object.fromEntries(
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'text' || kind === 'list')
      .map(([name]) => [
        name,
        createElement('p', null, `core:parameters.${keyOf({ operation, within, fields })}.${name}`),
      ]),
  );
  const drawn = createElement(ParameterFields, {
    operation,
    within: within || undefined,
    fields,
    values: values as Record<string, unknown>,
    onChange: () => {},
    elsewhere: elsewhereOf({ operation, within, fields }),
    custom,
  });
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n: paths }, drawn));
}

const drawn = new Map<string, readonly string[]>();

/** Returns the labels that a panel with these values shows. */
function panelWords(panel: Panel, values: object): readonly string[] {
  const key = `${keyOf(panel)} ${JSON.stringify(values)}`;
  const words = drawn.get(key) ?? labels(panel, values).split(/[<>]/);
  drawn.set(key, words);
  return words;
}

describe.each(
  panels.filter(({ fields }) => Object.keys(fields).length > 0).map((panel) => [keyOf(panel), panel] as const),
)('the panel of %s', (key, panel) => {
  it.each(Object.entries(panel.fields))(
    'shows the parameter %s, unless its control is outside the panel',
    (name, field) => {
      const label = `core:parameters.${key}.${name}${field.kind === 'group' ? '.label' : ''}`;
      const shown = panelWords(panel, valuesFor(panel, field)).includes(label);
      expect(shown).toBe(!Object.hasOwn(elsewhereOf(panel), name));
    },
  );
});

it('each control outside an operation’s panel sets a parameter that the operation declares', () => {
  const keys = panels.map(keyOf);
  for (const [key, names] of Object.entries(setElsewhere)) {
    expect(keys).toContain(key);
    const panel = panels.find((each) => keyOf(each) === key);
    for (const name of Object.keys(names)) expect(Object.keys(panel?.fields ?? {}), `${key}.${name}`).toContain(name);
  }
});
