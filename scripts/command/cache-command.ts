import { Argument, type Command } from 'commander';
import { byteCount, readByteSize } from './byte-size.ts';
import { UsageError } from './errors.ts';
import { addCommand, addHelpFlag } from './help.ts';

export function addCacheCommand(program: Command, print: (text: string) => unknown): void {
  const command = addCommand(program, 'cache', 'Limit the size of a cache folder', ['prune', '--cache DIR']);
  command.addArgument(new Argument('<prune>', 'Remove results').choices(['prune']));
  command
    .option('--cache <DIR>', 'Cache folder')
    .option('--max-bytes <SIZE>', 'Largest total size of all results, such as 500MB or 2GB')
    .option('--max-age <DAYS>', 'Remove results that were not used for DAYS')
    .option('--json', 'Print one JSON object');
  addHelpFlag(command).action(async () => {
    const { cache, maxBytes, maxAge, json } = command.opts<Record<string, string | undefined>>();
    if (cache === undefined) throw new UsageError('cache prune needs --cache DIR.');
    const { requireCache } = await import('./cache.ts');
    requireCache(cache);
    const { removed, remaining } = (await import('./cache-prune.ts')).pruneCache(cache, {
      maxBytes: maxBytes === undefined ? undefined : readByteSize(maxBytes, '--max-bytes'),
      maxAgeDays: maxAge === undefined ? undefined : readDays(maxAge),
    });
    if (json) print(`${JSON.stringify({ operation: 'cache prune', cache, removed, remaining })}\n`);
    else
      print(
        `Removed ${removed.results} results (${byteCount(removed.bytes)}); ${remaining.results} remain (${byteCount(remaining.bytes)}).\n`,
      );
  });
}

function readDays(text: string): number {
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(text))
    throw new UsageError(`--max-age ${text}: Use a number of days, such as 30.`);
  return Number(text);
}
