import { expect, it } from 'vitest';
import { drawingFacts } from './numbers/drawing.ts';
import { imageFacts } from './numbers/images.ts';
import { mediaFacts } from './numbers/media.ts';
import { pageFacts } from './numbers/page.ts';

const declared = [...pageFacts, ...imageFacts, ...drawingFacts, ...mediaFacts];

it.each(declared.map((fact) => [fact.of, fact] as const))(
  'the code has the specified value of %s',
  (_, { is, documented }) => {
    if (typeof documented === 'object' && documented !== null) expect(is).toMatchObject(documented);
    else expect(is).toBe(documented);
  },
);
