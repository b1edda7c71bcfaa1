import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIFFERENCES, differences, problemsOf, statementsOf } from './document.ts';
import { drawingFacts } from './numbers/drawing.ts';
import { imageFacts } from './numbers/images.ts';
import { mediaFacts } from './numbers/media.ts';
import { heldFacts, pageFacts } from './numbers/page.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/specification.md'), 'utf8');

describe('docs/specification.md', () => {
  it('names an existing test or decision for each statement', () => {
    expect(problemsOf(page)).toEqual([]);
  });

  it('has every section and at least 250 statements', () => {
    expect([...page.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(statementsOf(page).length).toBeGreaterThan(250);
  });

  it('references every entry of tests/specification/numbers', () => {
    const folder = 'tests/specification/numbers › ';
    const named = statementsOf(page)
      .flatMap(({ tests }) => tests.filter((test) => test.startsWith(folder)))
      .map((test) => titlePattern(test.slice(folder.length)));
    const facts = [...pageFacts, ...imageFacts, ...drawingFacts, ...mediaFacts, ...heldFacts].map(({ of }) => of);
    expect(facts.length).toBeGreaterThan(130);
    expect(facts.filter((fact) => !named.some((pattern) => pattern.test(fact)))).toEqual([]);
  });

  it('links to every heading of the decision on deliberate differences', () => {
    const links = statementsOf(page).flatMap(({ decisions }) => decisions);
    expect(differences().filter((heading) => !links.includes(`${DIFFERENCES}#${heading}`))).toEqual([]);
    expect(differences().length).toBeGreaterThan(10);
  });
});

/** Matches a title with a placeholder, such as `Fit modes of ${id}`, to titles with a value. */
function titlePattern(title: string): RegExp {
  const parts = title.split(/\$\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}`);
}

describe('the check of a specification page', () => {
  const sections = (line: string) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `## ${number}. x\n\n${line}\n`).join('\n');
  const held = '`tests/core/scale.test.ts › never rounds a side to 0`';

  it.each([
    ['a statement without references', '- A.', 'has neither a test nor a decision'],
    ['a fragment', `- Crop\n  ${held}`, 'is not a full sentence'],
    ['a missing file', '- A.\n  `tests/core/none.test.ts › never rounds`', 'there is no test tests/core/none'],
    ['a missing title', '- A.\n  `tests/core/scale.test.ts › never rounds up`', 'there is no test tests/core/scale'],
    ['a short prefix', '- A.\n  `tests/core/scale.test.ts › never`', 'there is no test tests/core/scale'],
    ['a missing number', '- A.\n  `tests/specification/numbers › 9, pens`', 'there is no test tests/spec'],
    ['part of a key', '- A.\n  `tests/specification/sentences › core:errors.image`', 'there is no test tests/spec'],
    ['a missing decision', '- A.\n  [0099](decisions/0099-none.md)', 'there is no decision decisions/0099'],
    ['a missing heading', `- A.\n  [0013](${DIFFERENCES}#nothing)`, 'there is no decision decisions/0013'],
    ['a link to another page', '- A.\n  [CLI](cli.md)', 'there is no decision cli.md'],
    ['words between references', `- A.\n  ${held}, and by hand`, 'neither test nor decision: andbyhand'],
    ['a duplicate', `- A.\n  ${held}\n- A.\n  ${held}`, 'is a duplicate'],
  ])('reports %s', (_, line, problem) => {
    const problems = problemsOf(sections(line));
    expect(problems).toHaveLength(9);
    for (const each of problems) expect(each).toContain(problem);
  });

  it('reports a section without a statement, and reports nothing for a correct page', () => {
    expect(problemsOf(sections(`- A.\n  ${held}, [0001](decisions/0001-operations-declared-once.md)`))).toEqual([]);
    const missing = sections(`- A.\n  ${held}`).replace(/## 7[^#]*/, '');
    expect(problemsOf(missing)).toEqual(['Section 7 has no statement']);
  });
});
