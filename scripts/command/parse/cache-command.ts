import { Argument, type Command } from 'commander';
import { readByteSize } from '../base/byte-size.ts';
import { UsageError } from '../base/errors.ts';
import { addCommand, addHelpFlag } from './help.ts';

/** A parsed command line of `cache prune`. */
export interface PruneRequest {
  readonly folder: string;
  readonly maxBytes: number | undefined;
  readonly maxAgeDays: number | undefined;
  readonly json: boolean;
}

export function addCacheCommand(program: Command, onPrune: (request: PruneRequest) => void): void {
  const command = addCommand(program, 'cache', 'Limit the size of a cache folder', ['prune', '--cache DIR']);
  command.addArgument(new Argument('<prune>', 'Remove results').choices(['prune']));
  command
    .option('--cache <DIR>', 'Cache folder')
    .option('--max-bytes <SIZE>', 'Largest total size of all results, such as 500MB or 2GB')
    .option('--max-age <DAYS>', 'Remove results that were not used for DAYS')
    .option('--json', 'Print one JSON object');
  addHelpFlag(command).action(() => {
    const { cache, maxBytes, maxAge, json } = command.opts<Record<string, string | undefined>>();
    if (cache === undefined) throw new UsageError('cache prune needs --cache DIR.');
    onPrune({
      folder: cache,
      maxBytes: maxBytes === undefined ? undefined : readByteSize(maxBytes, '--max-bytes'),
      maxAgeDays: maxAge === undefined ? undefined : readDays(maxAge),
      json: json !== undefined,
    });
  });
}

function readDays(text: string): number {
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(text))
    throw new UsageError(`--max-age ${text}: Use a number of days, such as 30.`);
  return Number(text);
}
