import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { scale } from '#core/operations/scale.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { CommandWords } from '#scripts/command/base/environment.ts';
import type { Request } from '#scripts/command/parse/request.ts';
import { planJobs } from '#scripts/command/plan/plan.ts';
import { createReport } from '#scripts/command/report/report.ts';
import { runBatch } from '#scripts/command/run/batch.ts';
import type { jobTasks } from '#scripts/command/run/job-tasks.ts';
import { createThreadedJobs } from '#scripts/command/run/threaded-jobs.ts';
import { createThreadPool } from '#scripts/platform/thread.ts';
import { ja } from '../all-ja.ts';
import { emptyFolder, filesIn, writeImage } from '../command/harness.ts';
import { deepOr } from '../deep.ts';

const NAMES = ['a.png', 'b.png'];

/** Scales two images in threads. A thread dies instead of sending message `dieAt`, counted over all threads. */
async function run(folder: string, out: string, dieAt: number, words: CommandWords = en) {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  const request: Request = {
    name: 'scale',
    steps: [{ operation: scale as never, params: parseParameters(scale.params, { factor: 0.5 }), inputs: {} }],
    output: 'image',
    subject: { name: 'image', kind: 'image' },
    paths: NAMES.map((name) => join(folder, name)),
    target: join(folder, out),
    encoding: { fromFlags: {}, fromSteps: undefined },
    extensions: [],
    force: false,
    skipExisting: false,
    shard: undefined,
    failOn: 'truncated',
    sync: false,
    limits: {},
  };
  let stderr = '';
  const stream = {
    write: (text: string) => {
      stderr += text;
    },
  };
  const report = createReport({
    stdout: { write: () => {} },
    stderr: stream,
    words,
    name: 'scale',
    json: false,
    debug: false,
  });
  const module = new URL(
    `./dying-jobs.mjs?at=${dieAt}&how=${dieAt % 2 ? 'exit' : 'throw'}&counter=${encodeURIComponent(counter)}`,
    import.meta.url,
  );
  await runBatch(planJobs(request).sources, request, {
    parallelJobs: 1,
    dryRun: false,
    runner: createThreadedJobs({ parallelJobs: 1, threads: 1, limits: {}, module }),
    onOutcome: report.outcome,
    onProgress: () => {},
  });
  return { failures: report.failures, stderr, messages: Number(readFileSync(counter, 'utf8')) };
}

it('a thread that dies at one of its messages fails its file, and the next file is processed', async () => {
  const folder = emptyFolder();
  for (const name of NAMES) await writeImage(join(folder, name));
  const whole = await run(folder, 'whole', -1);
  expect(whole).toMatchObject({ failures: 0, stderr: '' });
  expect(whole.messages).toBeGreaterThanOrEqual(NAMES.length);
  for (let n = 0; n < whole.messages; n += deepOr(1, 3)) {
    const { failures, stderr } = await run(folder, `out-${n}`, n);
    const done = filesIn(join(folder, `out-${n}`));
    expect([n, failures, done.length]).toEqual([n, 1, 1]);
    const failed = NAMES.find((name) => name !== done[0]) as string;
    expect(stderr).toBe(`${join(folder, failed)}: ${en.errors.workerDied}\n`);
    expect(readFileSync(join(folder, `out-${n}`, done[0] as string))).toEqual(
      readFileSync(join(folder, 'whole', done[0] as string)),
    );
  }
});

it('a thread that dies is reported in Japanese too', async () => {
  const folder = emptyFolder();
  for (const name of NAMES) await writeImage(join(folder, name));
  const { stderr } = await run(folder, 'out', 0, ja);
  expect(stderr).toBe(`${join(folder, 'a.png')}: ${ja.errors.workerDied}\n`);
});

it.each(['exit', 'throw'])('a task whose thread dies rejects with a known error code (%s)', async (how) => {
  const counter = join(emptyFolder(), 'counter');
  writeFileSync(counter, '0');
  const query = `at=0&how=${how}&counter=${encodeURIComponent(counter)}`;
  const module = new URL(`./dying-jobs.mjs?${query}`, import.meta.url);
  const pool = createThreadPool<typeof jobTasks>(module, { size: 1, data: { threads: 0, limits: {} } });
  await expect(pool.run('job', {} as never)).rejects.toMatchObject({ name: 'FudebakoError', code: 'workerDied' });
  pool.close();
});
