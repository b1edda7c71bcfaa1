import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyOperation, operations } from '#core/operations/index.ts';
import { commandLine, commandOfInputs } from '#core/recipes/command-line.ts';
import { isCommand, readCommandLine } from '#core/recipes/read-command.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import { quoteWord, type Shell } from '#core/recipes/shell-quoting.ts';
import { shellWords } from '#core/recipes/shell-words.ts';
import { insideAll } from './drawn-parameters.ts';

const shells = ['posix', 'powershell'] as const satisfies readonly Shell[];
/** Characters that no shell accepts; `quoteWord` replaces them. */
const withoutControls = (text: string) => text.replace(/(?![\n\t])\p{Cc}/gu, '\uFFFD');

describe.each(shells)('words quoted for %s', (shell) => {
  const pieces = ["'", '"', '\\', '\u2018', '\u2019', ' ', '\n', '-', '=', '$(x)', 'a', '筆', '🖋', '`'];
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
  );

  it('read back equal, whatever their characters', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (words) => {
        const line = words.map((word) => quoteWord(word, shell)).join(' ');
        expect(shellWords(line, shell)).toEqual(words.map(withoutControls));
      }),
      { seed: 5, numRuns: 2000 },
    );
  });

  it.each(["'open", '"open', 'a;b', '$HOME', 'a|b', '`x`', 'a\\b', '"$x"', "'a'&", '>out'])(
    'are refused: %s',
    (line) => {
      expect(() => shellWords(line, shell)).toThrow('commandUnreadable');
    },
  );

  it('of every operation parse back to its recipe', () => {
    for (const operation of operations as readonly AnyOperation[])
      fc.assert(
        fc.property(insideAll(operation.params), (params) => {
          // JSON drops undefined values.
          const step = JSON.parse(JSON.stringify({ operation: operation.id, params })) as Recipe[number];
          const clean = Object.entries(step.params ?? {}).map(([name, value]) => [
            name,
            typeof value === 'string' ? withoutControls(value) : value,
          ]);
          const line = commandLine([step], 'my "photo".jpg', "it's.png", shell);
          expect(isCommand(line)).toBe(true);
          expect(readCommandLine(line, shell)).toEqual([{ ...step, params: Object.fromEntries(clean) }]);
          // JSON escapes control characters, so every shell accepts them.
          const both: Recipe = [step, { operation: 'scale', params: { percent: 50 } }];
          expect(readCommandLine(commandLine(both, 'a.png', 'b.png', shell), shell)).toEqual(both);
        }),
        { seed: 3, numRuns: 25 },
      );
  });

  it('name the input files', () => {
    const params = { opacity: 0.5 };
    const step = { operation: 'layer', params, inputs: { bottom: "it's.png", top: '-a.png' } } as const;
    const inputs = { bottom: "it's.png", top: './-a.png' };
    expect(readCommandLine(commandOfInputs(step, 'out.png', shell), shell)).toEqual([{ ...step, inputs }]);
    const shapes = { operation: 'draw-shapes', params: {}, inputs: { shapeImages: ['a', 'b'] } } as const;
    expect(readCommandLine(commandLine([shapes], 'a.png', 'b.png', shell), shell)).toEqual([shapes]);
  });
});

describe('a pasted command', () => {
  it('is recognized by the name of the program', () => {
    for (const line of ['node scripts/fudebako.mjs crop a.png', '  fudebako scale a.png'])
      expect(isCommand(line)).toBe(true);
    for (const line of ['node other.mjs crop', 'fudebakox crop', '[]', '', 'fudebako'])
      expect(isCommand(line)).toBe(false);
  });

  it.each([
    ['fudebako paint a.png -o b.png', { code: 'parameterChoice', path: 'operation' }],
    ['fudebako scale a.png --with 3', { code: 'parameterUnknown', path: '--with' }],
    ['fudebako scale a.png -x', { code: 'parameterUnknown', path: '-x' }],
    ['fudebako scale a.png --width', { code: 'parameterRequired', path: '--width' }],
    ['fudebako run recipe.json a.png', { code: 'commandUnreadable' }],
    ["fudebako run '[{' a.png", { code: 'settingsPaste' }],
    ["fudebako write-texts --texts '[{]'", { code: 'settingsPaste' }],
    ['fudebako scale a.png; rm b.png', { code: 'commandUnreadable' }],
    [`fudebako scale ${'a'.repeat(2_000_000)}`, { code: 'settingsTooLarge' }],
  ])('is refused if wrong: %.60s', (line, error) => {
    expect(() => readCommandLine(line)).toThrow(expect.objectContaining(error));
  });

  it('keeps raw values for the declaration to parse', () => {
    const read = readCommandLine('fudebako scale a.png --width wide');
    const refused = { code: 'parameterInteger', path: '[0].params.width' };
    expect(() => parseRecipe(read)).toThrow(expect.objectContaining(refused));
  });

  it('of millions of characters is read in one pass', () => {
    const hostile = [`fudebako scale ${"'''".repeat(300_000)} x`, `fudebako scale ${`"'"`.repeat(600_000)}`];
    for (const line of hostile) {
      const start = performance.now();
      try {
        readCommandLine(line);
      } catch (error) {
        expect(error).toMatchObject({ code: 'commandUnreadable' });
      }
      // Allows ten seconds: a linear parser takes half a second on a busy machine, a backtracking parser hours.
      expect(performance.now() - start).toBeLessThan(10_000);
    }
  });
});
