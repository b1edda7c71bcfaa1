import { describe, expect, it } from 'vitest';
import { findingLine, isWordTable, lintFile, lintStrings, lintText, proseFiles } from '#scripts/lint-prose.ts';
import { commentsOf, markdownPassages, tablePassages } from '#scripts/prose/passages.ts';
import { problemsOf } from '#scripts/prose/rules.ts';
import { CODE, sentencesOf, wordsIn } from '#scripts/prose/sentences.ts';

/** Pages that follow the prose rules: all Markdown pages. */
const CHECKED_PAGES = proseFiles().filter((file) => file.endsWith('.md'));

describe('the prose of the project', () => {
  it.each(CHECKED_PAGES)('follows the rules in %s', (page) => {
    expect(lintFile(page).map(findingLine)).toEqual([]);
  });

  it.each(proseFiles().filter(isWordTable))('follows the rules in the strings of %s', (table) => {
    expect(lintStrings(table).map(findingLine)).toEqual([]);
  });

  it('includes pages, code and interface texts, but no generated file', () => {
    const files = proseFiles();
    for (const file of ['README.md', 'docs/architecture.md', 'core/words/en.ts', 'app/root.tsx', 'scripts/serve.mjs'])
      expect(files).toContain(file);
    for (const file of ['docs/specification.md', 'scripts/library/operations.generated.ts'])
      expect(files).not.toContain(file);
  });
});

describe('a sentence is reported', () => {
  it.each([
    ['Opens the picture.', 'picture'],
    ['A sound and a video.', 'sound'],
    ['Makes a film of the text.', 'film'],
    ['The worker is told of the size.', 'is told'],
    ['It goes by that name.', 'goes by that name'],
    ['Empty lines are left out.', 'left out'],
    ['Nothing is in the page for tests.', 'Nothing is in the page'],
    ['Leaves nothing of it.', 'nothing of it'],
    ['What is not a file is refused.', 'What'],
    ['What a folder holds under a name.', 'What'],
    ['The colour of the centre.', 'colour'],
    ['The colour of the centre.', 'centre'],
    ['Normalises the licence.', 'licence'],
    ['Normalises the licence.', 'Normalises'],
  ])('%s', (sentence, phrase) => {
    expect(problemsOf(sentence)).toContainEqual(expect.stringContaining(`"${phrase}"`));
  });

  it('with more than 30 words, not counting a list of short items', () => {
    expect(problemsOf(Array(31).fill('word').join(' '))).toEqual(['31 words, at most 30']);
    expect(problemsOf(Array(30).fill('word').join(' '))).toEqual([]);
    expect(problemsOf(`Reads ${Array(40).fill('PNG').join(', ')} and SVG.`)).toEqual([]);
  });

  it('by file, line, reason and text', () => {
    const text = '# Title\n\nOpens the image. The\npicture is gray.\n';
    expect(lintText('docs/a.md', text).map(findingLine)).toEqual([
      'docs/a.md:3: "picture": say image: The picture is gray.',
    ]);
  });
});

describe('a sentence is fine', () => {
  it.each([
    'Opens the image and draws its color in gray.',
    'The tabs are Resolution, Sound and Main Image.',
    'Shows the video picture-in-picture, or as picture in picture.',
    'What does the decoder return?',
    `Calls ${CODE} on the image.`,
    'Passes --sound-level to the program.',
    'It goes by fast.',
  ])('%s', (sentence) => {
    expect(problemsOf(sentence)).toEqual([]);
  });
});

const textsOf = (passages: ReturnType<typeof commentsOf>) =>
  passages.flatMap((passage) => sentencesOf(passage).map(({ line, text }) => `${line}: ${text}`));

describe('sentences', () => {
  it('end at a full stop before a capital, but not after an abbreviation or in a code span', () => {
    const lines = [
      { number: 1, text: 'Reads e.g. PNG, i.e. `a.b. C`, see Fig. 2. Then' },
      { number: 2, text: 'writes 1.5 MB. `run` ends.' },
    ];
    expect(textsOf([{ lines }])).toEqual([
      `1: Reads e.g. PNG, i.e. ${CODE}, see Fig. 2.`,
      '1: Then writes 1.5 MB.',
      `2: ${CODE} ends.`,
    ]);
  });

  it('count a code span or a path as one word, a link as its text, and a dash as none', () => {
    const [sentence] = sentencesOf({
      lines: [{ number: 1, text: 'See [the page](docs/a.md) – core/picture.ts and `a b`.' }],
    });
    expect(sentence?.text).toBe(`See the page – ${CODE} and ${CODE}.`);
    expect(wordsIn(sentence?.text ?? '')).toBe(6);
  });
});

describe('passages', () => {
  it('of a source file are its comments, without JSDoc tags, examples and linter directives', () => {
    const source = [
      '// First line',
      '// goes on.',
      'const url = "https://example.com"; // beside code',
      '/** One line. */',
      '/**',
      ' * A block.',
      ' *',
      ' * Its second paragraph.',
      ' * @param name its meaning',
      ' * @throws Node errors',
      ' * @example',
      ' * run("picture");',
      ' */',
      '// biome-ignore lint/style: picture',
      '/**',
      ' * A list:',
      ' * - one item',
      ' *   of two lines',
      ' * - another',
      ' */',
    ].join('\n');
    expect(textsOf(commentsOf(source))).toEqual([
      '1: First line goes on.',
      '4: One line.',
      '6: A block.',
      '8: Its second paragraph.',
      '9: its meaning',
      '10: Node errors',
      '16: A list:',
      '17: one item of two lines',
      '19: another',
    ]);
  });

  it('of a Markdown page are its paragraphs, list items and table cells, without code blocks', () => {
    const source = [
      '# Title',
      '',
      'A paragraph',
      'of two lines.',
      '',
      '    code of a picture',
      '',
      '- An item',
      '  of two lines.',
      '- Another.',
      '',
      '| a | b \\| c |',
      '| --- | --- |',
      '',
      '```ts',
      'picture();',
      '```',
    ].join('\n');
    expect(textsOf(markdownPassages(source))).toEqual([
      '1: Title',
      '3: A paragraph of two lines.',
      '8: An item of two lines.',
      '10: Another.',
      '12: a',
      '12: b \\| c',
    ]);
  });

  it('of a table of interface texts are its strings, except search keywords', () => {
    const source = [
      'export const en = {',
      "  open: 'Open',",
      "  'open-all':",
      '    "Open \'all\'",',
      "  openKeywords: 'picture film',",
      "  actions: { crop: 'film' },",
      "  list: ['x'],",
      '};',
    ].join('\n');
    expect(textsOf(tablePassages(source))).toEqual(['2: Open', "4: Open 'all'"]);
  });
});
