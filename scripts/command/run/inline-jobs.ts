import { fillIn } from '#core/locales/format.ts';
import { createNodePlatform } from '../../platform/index.ts';
import type { PulsePhase } from '../../platform/pulse.mjs';
import type { Supervisor } from '../../platform/supervised.ts';
import type { CommandStep, CommandWords } from '../base/environment.ts';
import { escapeControls } from '../base/text.ts';
import { runJob } from './job.ts';
import { type JobRunner, stallCodes } from './threaded-jobs.ts';

/** Creates a runner that runs jobs in the calling thread. Only tasks of a job may use worker threads. */
export function createInlineJobs(
  steps: readonly CommandStep[],
  threads: number,
  supervisor?: Supervisor,
  words?: Pick<CommandWords, 'errors'>,
): JobRunner {
  const platform = createNodePlatform({ threads });
  return {
    async run(order, name, { signal, onProgress }) {
      const line = (phase: PulsePhase) =>
        escapeControls(fillIn(words?.errors[stallCodes[phase]] ?? '', { name, seconds: '{{seconds}}' }));
      const unwatch = supervisor?.watch(order.pulse, { reading: line('reading'), working: line('working') });
      try {
        return await runJob(order, steps, { platform, signal, onProgress });
      } finally {
        unwatch?.();
      }
    },
    close: platform.close,
  };
}
