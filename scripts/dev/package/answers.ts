import { operations } from '../../../core/operations/index.ts';
import { en } from '../../../core/words/all-en.ts';
import { runCommand } from '../../command/main.ts';
import { createProgram } from '../../command/parse/program.ts';

/** Returns the command's output for arguments with a fixed answer, such as `--help` and `--version`. */
export async function writtenAnswers(): Promise<Record<string, string>> {
  const names = createProgram(operations, en).commands.map((command) => command.name());
  const helps = names.flatMap((name) => [
    [name, '--help'],
    [name, '-h'],
    ['help', name],
  ]);
  const lines = [['--help'], ['-h'], ['help'], ['--version'], ['-V'], ['list'], ...helps];
  const answers: Record<string, string> = {};
  for (const args of lines) {
    let text = '';
    const stdout = { write: (chunk: string) => (text += chunk) };
    const stderr = { write: (chunk: string) => Promise.reject(new Error(chunk)) };
    const code = await runCommand(args, { operations, words: en, stdout, stderr });
    if (code !== 0 || text === '') throw new Error(`${args.join(' ')} exited with ${code}`);
    answers[args.join(' ')] = text;
  }
  return answers;
}
