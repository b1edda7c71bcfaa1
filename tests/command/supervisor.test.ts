import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, runBatch } from '#scripts/command/run/batch.ts';
import { createThreadedJobs } from '#scripts/command/run/threaded-jobs.ts';
import { emptyFolder, filesIn } from './harness.ts';

const program = resolve(import.meta.dirname, 'threads/supervise.mjs');

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

function launch(cwd: string, ...args: string[]) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stderr })));
  return { child, ended };
}

/** Waits until a folder contains a file with this name. */
async function appearance(folder: string, name: string): Promise<void> {
  const watcher = watch(folder);
  while (!existsSync(join(folder, name))) await once(watcher, 'change');
  watcher.close();
}

describe.concurrent('a command whose thread never responds', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('exits at %s with %i and leaves no partial file', async (signal, code) => {
    const folder = emptyFolder();
    const { child, ended } = launch(folder, program, 'out.part', 'spin');
    await appearance(folder, 'out.part.ready');
    child.kill(signal);
    expect(await ended).toEqual({ code, signal: null, stderr: '' });
    expect(filesIn(folder)).toEqual(['out.part.ready']);
  });

  it('the command is terminated by the first or second signal, even while native code blocks the event loop', async () => {
    for (const signals of [['SIGINT'], ['SIGINT', 'SIGTERM']] as const) {
      const folder = emptyFolder();
      const { child, ended } = launch(folder, program, 'out.part', 'wait');
      await appearance(folder, 'out.part.ready');
      for (const signal of signals) child.kill(signal);
      expect((await ended).code).toBe(null);
      expect(signals as readonly (string | null)[]).toContain((await ended).signal);
      expect(readdirSync(folder).sort()).toEqual(['out.part.ready']);
    }
  });

  it('the command ends with an error message after the time limit without progress', async () => {
    const folder = emptyFolder();
    const { ended } = launch(folder, program, 'out.part', 'spin', '1');
    expect(await ended).toEqual({ code: 1, signal: null, stderr: 'Reading took 1 s.\n' });
    expect(filesIn(folder)).toEqual(['out.part.ready']);
  });

  it('the command continues as long as its thread reports progress', async () => {
    const folder = emptyFolder();
    const { ended } = launch(folder, program, 'out.part', 'beat', '1');
    expect(await ended).toEqual({ code: 7, signal: null, stderr: '' });
    expect(filesIn(folder)).toEqual(['out.part', 'out.part.done', 'out.part.ready']);
  });
});

describe('a batch', () => {
  it('stops a file without progress, names it, and continues with the next', async () => {
    const names = ['a.png', 'spin.png', 'b.png', 'spin-working.png', 'c.png'];
    const sources = names.map(
      (input, source) => [{ source, input, output: undefined, encoding: undefined, skip: false }] as const,
    );
    const request = {
      name: 'inspect',
      steps: [],
      output: 'image',
      subject: { name: 'image', kind: 'image' },
      paths: names,
      target: undefined,
      encoding: { fromFlags: {}, fromSteps: undefined },
      extensions: [],
      force: false,
      skipExisting: false,
      shard: undefined,
      failOn: 'truncated',
      sync: true,
      limits: {},
    } as const;
    const outcomes: Outcome[] = [];
    await runBatch(sources, request, {
      parallelJobs: 2,
      dryRun: false,
      runner: createThreadedJobs({
        parallelJobs: 2,
        threads: 1,
        limits: {},
        module: new URL('./threads/jobs.mjs', import.meta.url),
      }),
      onOutcome: (outcome) => outcomes.push(outcome),
      onProgress: () => {},
    });
    expect(outcomes.map(({ kind, job }) => [job.input, kind])).toEqual([
      ['a.png', 'done'],
      ['spin.png', 'failed'],
      ['b.png', 'done'],
      ['spin-working.png', 'failed'],
      ['c.png', 'done'],
    ]);
    expect(outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome.error] : []))).toEqual([
      expect.objectContaining({ code: 'stalled', data: { name: 'spin.png', seconds: 1 } }),
      expect.objectContaining({ code: 'stalledWorking', data: { name: 'spin-working.png', seconds: 1 } }),
    ]);
  });
});
