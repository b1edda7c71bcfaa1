import { expect, it } from 'vitest';
import { drawingFacts } from './numbers/drawing.ts';
import { imageFacts } from './numbers/images.ts';
import { mediaFacts } from './numbers/media.ts';
import { absentFacts, heldFacts, pageFacts } from './numbers/page.ts';
import { literalsOf } from './tests.ts';

const declared = [...pageFacts, ...imageFacts, ...drawingFacts, ...mediaFacts];

it.each(declared.map((fact) => [fact.of, fact] as const))(
  'the code has the specified value of %s',
  (_, { is, documented }) => {
    if (typeof documented === 'object' && documented !== null) expect(is).toMatchObject(documented);
    else expect(is).toBe(documented);
  },
);

it.each(heldFacts.map((fact) => [fact.of, fact] as const))(
  'the specified value is in the referenced test: %s',
  (_, { heldBy, literals }) => {
    const found = literalsOf(heldBy);
    expect(literals.filter((literal) => !found.some((each) => each.includes(literal)))).toEqual([]);
  },
);

it('the list of specified values has no duplicate, and gives a reason for each value missing in the code', () => {
  const names = [...declared, ...heldFacts, ...absentFacts].map(({ of }) => of);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(absentFacts.filter(({ because }) => !/\w{3}.*\.$/.test(because))).toEqual([]);
});
