import { describe, expect, it } from 'vitest';
import { beside, inSection, parameters, pixels, toggle, visibleWhen } from '#core/parameters/fields.ts';
import { isVisible, panelSections } from '#core/parameters/panel.ts';

const side = () => pixels({ default: 0 });
const fields = parameters({
  shape: toggle({ default: false }),
  left: side(),
  top: beside(side()),
  radius: beside(visibleWhen({ shape: [true] }, side())),
  ...inSection('repeat', { count: side(), gap: beside(side()) }),
  last: beside(side()),
});

describe('the rows of a settings panel', () => {
  it('follow the declared order, and join controls that are declared to share a row', () => {
    expect(panelSections(fields, { shape: true })).toEqual([
      { section: undefined, rows: [['shape'], ['left', 'top', 'radius']] },
      { section: 'repeat', rows: [['count', 'gap']] },
      // The first control of a section starts a new row.
      { section: undefined, rows: [['last']] },
    ]);
  });

  it('omit irrelevant controls and controls outside the panel', () => {
    const rows = panelSections(fields, { shape: false }, ['left', 'count']).flatMap(({ rows }) => rows);
    expect(rows).toEqual([['shape', 'top'], ['gap'], ['last']]);
  });

  it('show a control only if every condition on other values holds', () => {
    const field = visibleWhen({ mode: ['cbr', 'abr'], on: [true] }, side());
    expect(isVisible(field, { mode: 'abr', on: true })).toBe(true);
    expect(isVisible(field, { mode: 'abr', on: false })).toBe(false);
    expect(isVisible(field, { mode: 'vbr', on: true })).toBe(false);
    expect(isVisible(side(), {})).toBe(true);
  });
});
