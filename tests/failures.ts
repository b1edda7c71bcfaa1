import { appendFileSync } from 'node:fs';

/** Removes colors from the message of a failed test. */
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Adds a failed test to the file that `npm test` prints at its end: its title, and the first two lines of its message. */
export function noteFailure(title: string, message = ''): void {
  const file = process.env.FUDEBAKO_FAILURES;
  if (!file) return;
  const lines = message.replace(COLORS, '').split('\n').filter(Boolean).slice(0, 2);
  appendFileSync(file, [title, ...lines.map((line) => `    ${line.trim()}`), ''].join('\n'));
}
