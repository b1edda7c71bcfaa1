import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

const has = (shell: string) => spawnSync(shell, ['-c', ':']).status === 0;

async function script(shell: string): Promise<string> {
  const { code, stdout } = await commandHere(emptyFolder(), ['completion', shell]);
  expect(code).toBe(0);
  return stdout;
}

/** Creates a folder with the completion script and two files. */
async function prepared(shell: string): Promise<string> {
  const folder = emptyFolder();
  write(join(folder, 'script'), await script(shell));
  write(join(folder, 'one photo.jpg'), '');
  mkdirSync(join(folder, 'other'));
  return folder;
}

/** For each shell: returns the completions of a line whose last word is incomplete. */
const complete: Record<string, (folder: string, line: readonly string[]) => string[]> = {
  bash: (cwd, line) =>
    lines(
      'bash',
      [
        '--norc',
        '-c',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: shell syntax
        'source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fudebako; printf "%s\\n" "${COMPREPLY[@]}"',
        'bash',
        ...line,
      ],
      cwd,
    ),
  fish: (cwd, line) =>
    lines('fish', ['--no-config', '-c', `source ./script; complete -C ${JSON.stringify(line.join(' '))}`], cwd).map(
      (each) => each.split('\t', 1)[0] ?? '',
    ),
  // zsh's completion functions need a terminal, so the test replaces them by functions that print their arguments.
  zsh: (cwd, line) => {
    const stubs =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: zsh syntax
      'compdef() { :; }; _describe() { print -rl -- ${(P)2%%:*}; }; _arguments() { print -rl -- "$@"; }; _files() { :; }';
    const run = 'words=("$@"); CURRENT=$#; _fudebako';
    return lines('zsh', ['-f', '-c', `${stubs}; source ./script; ${run}`, 'zsh', ...line], cwd);
  },
};

const lines = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, { cwd, encoding: 'utf8' }).split('\n').filter(Boolean);

describe.each(['bash', 'zsh', 'fish'].filter(has))('completion for %s', (shell) => {
  it('offers every command, its flags, the values of a flag, and files', async () => {
    const folder = await prepared(shell);
    const offered = (...line: string[]) => complete[shell]?.(folder, ['fudebako', ...line]) ?? [];
    const commands = offered('');
    for (const { id } of operations) expect(commands).toContain(id);
    expect(commands).toEqual(expect.arrayContaining(['run', 'completion', 'schema']));
    const flags = offered('convert', '--');
    const flag = (name: string) => (shell === 'zsh' ? expect.stringMatching(`^\\*${name}\\[`) : name);
    expect(flags).toEqual(expect.arrayContaining(['--format', '--quality', '--files-from', '--force'].map(flag)));
    expect(flags).not.toContainEqual(flag('--top-x'));
    const formats = offered('convert', '--format', '');
    if (shell === 'zsh')
      expect(flags).toContainEqual(expect.stringMatching(/^\*--format\[.*\]:value:\(jpg png webp avif gif mp4\)$/));
    else expect(formats).toEqual(expect.arrayContaining(['jpg', 'png', 'webp', 'avif']));
    if (shell === 'zsh') expect(offered('convert', 'o')).toContain('*:file:_files');
    else
      expect(offered('convert', 'o').map((name) => name.replace(/\/$|\\/g, ''))).toEqual(
        expect.arrayContaining(['one photo.jpg', 'other']),
      );
    const ids = offered('schema', '');
    if (shell === 'zsh') expect(ids.at(-1)).toMatch(/^\*:value:\(convert crop /);
    else expect(ids).toEqual(expect.arrayContaining(['crop', 'write-vertical']));
  });
});

it('an unknown shell has no completion', async () => {
  expect((await commandHere(emptyFolder(), ['completion', 'tcsh'])).code).toBe(2);
});
