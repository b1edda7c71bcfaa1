import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIFFERENCES, headingsOf, problemsOf, statementsOf } from './document.ts';
import { drawingFacts } from './numbers/drawing.ts';
import { imageFacts } from './numbers/images.ts';
import { mediaFacts } from './numbers/media.ts';
import { heldFacts, pageFacts } from './numbers/page.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/specification.md'), 'utf8');

describe('the page of the specification', () => {
  it('names for each statement a test that is there, or a decision', () => {
    expect(problemsOf(page)).toEqual([]);
  });

  it('has every section, and more statements than one can overlook', () => {
    expect([...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(statementsOf(page).length).toBeGreaterThan(250);
  });

  it('has every number that the tests take from the specification', () => {
    const folder = 'tests/specification/numbers › ';
    const named = statementsOf(page)
      .flatMap(({ tests }) => tests.filter((test) => test.startsWith(folder)))
      .map((test) => titlePattern(test.slice(folder.length)));
    const facts = [...pageFacts, ...imageFacts, ...drawingFacts, ...mediaFacts, ...heldFacts].map(({ of }) => of);
    expect(facts.length).toBeGreaterThan(130);
    expect(facts.filter((fact) => !named.some((pattern) => pattern.test(fact)))).toEqual([]);
  });

  it('points at every difference that is recorded', () => {
    const links = statementsOf(page).flatMap(({ decisions }) => decisions);
    const unnamed = headingsOf(DIFFERENCES).filter((heading) => !links.includes(`${DIFFERENCES}#${heading}`));
    expect(unnamed).toEqual([]);
    expect(headingsOf(DIFFERENCES).length).toBeGreaterThan(10);
  });
});

/** One line of the data may stand for several operations: `fit modes of ${id}`. */
function titlePattern(title: string): RegExp {
  const parts = title.split(/\$\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}`);
}

describe('a page that is not as it should be', () => {
  const sections = (line: string) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `## ${number}. x\n\n${line}\n`).join('\n');
  const held = '`tests/core/scale.test.ts › never rounds a side away`';

  it.each([
    ['without a test or a decision', '- A statement', 'has neither a test nor a decision'],
    ['with an empty reference', '- A statement: ', 'has neither a test nor a decision'],
    [
      'with a file that is not there',
      '- A: `tests/core/none.test.ts › never rounds`',
      'there is no test tests/core/none',
    ],
    [
      'with a title that is not there',
      '- A: `tests/core/scale.test.ts › never rounds up`',
      'there is no test tests/core/scale',
    ],
    [
      'with a title that says too little',
      '- A: `tests/core/scale.test.ts › never`',
      'there is no test tests/core/scale',
    ],
    [
      'with a number that nobody wrote down',
      '- A: `tests/specification/numbers › 9, pens`',
      'there is no test tests/spec',
    ],
    ['with half a key', '- A: `tests/specification/sentences › core:errors.image`', 'there is no test tests/spec'],
    ['with a decision that is not there', '- A: [0099](decisions/0099-none.md)', 'there is no decision decisions/0099'],
    ['with a heading that is not there', `- A: [0013](${DIFFERENCES}#nothing)`, 'there is no decision decisions/0013'],
    ['with a page that is no decision', '- A: [hosting](hosting.md)', 'there is no decision hosting.md'],
    ['with words in the place of a test', `- A: ${held}, and by hand`, 'neither test nor decision: andbyhand'],
    ['with a line twice', `- A: ${held}\n- A: ${held}`, 'stands there twice'],
  ])('reports a line %s', (_, line, problem) => {
    const problems = problemsOf(sections(line));
    expect(problems).toHaveLength(9);
    for (const each of problems) expect(each).toContain(problem);
  });

  it('reports a section without a statement, and nothing where all is well', () => {
    expect(problemsOf(sections(`- A: ${held}, [0001](decisions/0001-operations-declared-once.md)`))).toEqual([]);
    const missing = sections(`- A: ${held}`).replace(/## 7[^#]*/, '');
    expect(problemsOf(missing)).toEqual(['Section 7 has no statement']);
  });
});
