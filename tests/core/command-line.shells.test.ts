import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLine, commandOfInputs, PROGRAM } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { quoteWord } from '#core/recipes/shell-quoting.ts';
import { emptyFolder } from '../temporary-folders.ts';

/** Texts and file names with all characters that are special in a shell. */
const HOSTILE = [
  "it's",
  `"quoted" and 'quoted'`,
  `$(touch mark) \`touch mark\` $HOME \${HOME} $((1+1))`,
  'a; touch mark & touch mark | touch mark > mark < mark',
  'line one\nline two\n\ttabbed ',
  '!! !touch !$ ^a^b',
  '%PATH% %% %1',
  'back\\slash \\ \\\\ \\\\\\ \\n \\u0041 \\\' ends in \\',
  "\\'",
  "'\\",
  "'",
  '\\',
  '',
  ' ',
  '~ ~root * ? [a] {a,b} # @(a) =ls @args',
  '=ls',
  '--%',
  '-o.png',
  '\u2018;touch mark;\u2019\u201a\u201b "\u201c\u201d\u201e',
  '筆箱 👨‍👩‍👧‍👦 \u202e e\u0301 \u3000',
]; // biome-ignore format: a table

const JSON_TEXTS = HOSTILE.map((text) => ({ text }));

/** Command lines, each with the arguments that the program must receive. */
const cases = HOSTILE.flatMap((text): [line: (shell?: 'powershell') => string, words: string[]][] => [
  [
    (shell) => commandLine([{ operation: 'write-vertical', params: { text } }], undefined, 'out.png', shell),
    ['write-vertical', '-o', 'out.png', '--text', text],
  ],
  [
    (shell) => commandLine([{ operation: 'crop' }], `${text}.png`, `a${text}.png`, shell),
    ['crop', '-o', `a${text}.png`, '--', /^-/.test(text) ? `./${text}.png` : `${text}.png`],
  ],
  [
    (shell) => commandOfInputs({ operation: 'layer', inputs: { top: text, bottom: ['a', `-${text}`] } }, 'out', shell),
    ['layer', '--top', /^-/.test(text) ? `./${text}` : text, '--bottom', 'a', '--bottom', `./-${text}`, '-o', 'out'],
  ],
]);

const recipe: Recipe = [
  { operation: 'write-texts', params: { texts: JSON_TEXTS } },
  { operation: 'scale', params: { ratio: -0.5 } },
];

const folder = emptyFolder();
beforeAll(() => {
  mkdirSync(join(folder, 'bin'));
  // A shell script that replaces Node, because it starts faster. It prints each argument, followed by a zero byte.
  const node = join(folder, 'bin', 'node');
  writeFileSync(node, `#!/bin/sh\nfor word do printf '%s\\000' "$word"; done\nprintf '\\001'\n`, { mode: 0o755 });
});

/** Runs command lines in one shell process, and returns the arguments that the program received for each. */
function wordsOf(shell: string, lines: readonly string[]): string[][] {
  const script = join(folder, 'script');
  const start = shell === 'bash' ? 'set -o history -o histexpand\n' : '';
  writeFileSync(script, `${start}${lines.join('\n')}\n`);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const { stdout, stderr } = spawnSync(shell, [script], { cwd: folder, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const records = stdout.split('\x01').slice(0, -1);
  return records.map((record) => {
    const [program, ...words] = record.split('\0').slice(0, -1);
    expect(`node ${program}`).toBe(PROGRAM);
    return words;
  });
}

const has = (shell: string) => spawnSync(shell, ['-c', ':'], { stdio: 'ignore' }).status === 0;

describe.each(['sh', 'dash', 'bash', 'zsh', 'fish'])('a copied command in %s', (shell) => {
  it.skipIf(!has(shell))(`passes any text unchanged (needs ${shell})`, () => {
    const lines = cases.map(([line]) => line());
    expect(wordsOf(shell, lines)).toEqual(cases.map(([, words]) => words));
    // One text contains a command that creates this file. The shell must not run this command.
    expect(spawnSync('ls', ['mark'], { cwd: folder }).status).not.toBe(0);
  });

  it.skipIf(!has(shell))(`passes a recipe unchanged (needs ${shell})`, () => {
    const [words] = wordsOf(shell, [commandLine(recipe, 'a.png', 'b.png')]);
    expect(words?.toSpliced(1, 1)).toEqual(['run', '-o', 'b.png', '--', 'a.png']);
    expect(JSON.parse(words?.[1] ?? '')).toEqual(recipe);
  });
});

/**
 * Splits words as PowerShell does (`about_Quoting_Rules`). Five characters are single quotes (U+0027, U+2018
 * to U+201B). Between them, every character is literal except a quote, which is doubled.
 */
function powershellWords(line: string): string[] {
  const isQuote = (character: string | undefined) => /^['\u2018-\u201b]$/.test(character ?? '');
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ') at++;
    else if (isQuote(line[at])) {
      let word = '';
      for (at++; !isQuote(line[at]) || isQuote(line[at + 1]); at++) {
        if (at >= line.length) throw new Error('A quote is not closed');
        if (isQuote(line[at])) at++;
        word += line[at];
      }
      at++;
      // PowerShell would read text directly after a closing quote as a separate word.
      if (at < line.length && line[at] !== ' ') throw new Error(`${line.slice(at)} follows a quote`);
      words.push(word);
    } else {
      const bare = line.slice(at).split(' ', 1)[0] as string;
      if (!/^(?:[\w/.+][\w/.:=+-]*|--[a-z-]+|-{1,2}[\d.]+|--|-o)$/.test(bare))
        throw new Error(`${bare} is not a plain word`);
      words.push(bare);
      at += bare.length;
    }
  }
  return words;
}

describe('a copied command in PowerShell', () => {
  it('passes any text unchanged, according to the shell’s quoting rules', () => {
    for (const [line, words] of cases) expect(powershellWords(line('powershell')).slice(2)).toEqual(words);
    const [, , run, json, ...rest] = powershellWords(commandLine(recipe, 'a.png', 'b.png', 'powershell'));
    expect([run, ...rest]).toEqual(['run', '-o', 'b.png', '--', 'a.png']);
    expect(JSON.parse(json ?? '')).toEqual(recipe);
  });
});

it('control characters are replaced in a copied command', () => {
  const paste = 'a\u001b[201~\rtouch mark\u0000\u007f\u009b';
  for (const shell of ['posix', 'powershell'] as const) {
    expect(quoteWord(paste, shell)).toBe("'a\uFFFD[201~\uFFFDtouch mark\uFFFD\uFFFD\uFFFD'");
    const texts = [{ text: paste }];
    const line = commandLine([{ operation: 'write-texts', params: { texts } }], undefined, 'b.png', shell);
    expect(line).not.toMatch(/\p{Cc}/u);
  }
});

it('a copied command fetches no package from a registry', () => {
  expect(commandLine([{ operation: 'crop' }], 'a.png', 'b.png')).not.toMatch(/\b(?:npx|npm exec|dlx)\b/);
});
