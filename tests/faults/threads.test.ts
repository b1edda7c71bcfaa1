import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scale } from '#core/operations/scale.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { en } from '#core/words/en.ts';
import { runBatch } from '#scripts/command/batch.ts';
import { planJobs, type Request } from '#scripts/command/plan.ts';
import { createReport } from '#scripts/command/report.ts';
import { createThreadedJobs } from '#scripts/command/threaded-jobs.ts';
import { emptyFolder, filesIn, writePicture } from '../command/harness.ts';

const NAMES = ['a.png', 'b.png'];

/** Scales two images in threads of which one dies in place of the n-th message. */
async function run(folder: string, out: string, dieAt: number) {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  const request: Request = {
    name: 'scale',
    steps: [{ operation: scale as never, params: parseParameters(scale.params, { ratio: 0.5 }), inputs: {} }],
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
    words: en,
    name: 'scale',
    json: false,
    debug: false,
  });
  const module = new URL(
    `./dying-jobs.mjs?at=${dieAt}&how=${dieAt % 2 ? 'exit' : 'throw'}&counter=${encodeURIComponent(counter)}`,
    import.meta.url,
  );
  await runBatch(planJobs(request), request, {
    parallelJobs: 1,
    dryRun: false,
    runner: createThreadedJobs({ parallelJobs: 1, threads: 1, limits: {}, module }),
    onOutcome: report.outcome,
    onProgress: () => {},
  });
  return { failures: report.failures, stderr, messages: Number(readFileSync(counter, 'utf8')) };
}

it('a thread that dies at any of its messages fails its file, and the next file is done', async () => {
  const folder = emptyFolder();
  for (const name of NAMES) await writePicture(join(folder, name));
  const whole = await run(folder, 'whole', -1);
  expect(whole).toMatchObject({ failures: 0, stderr: '' });
  expect(whole.messages).toBeGreaterThanOrEqual(NAMES.length);
  for (let n = 0; n < whole.messages; n++) {
    const { failures, stderr } = await run(folder, `out-${n}`, n);
    const done = filesIn(join(folder, `out-${n}`));
    expect([n, failures, done.length]).toEqual([n, 1, 1]);
    const failed = NAMES.find((name) => name !== done[0]) as string;
    expect(stderr.split('\n')).toEqual([expect.stringMatching(/: .*(?:died|ended unasked)/), '']);
    expect(stderr).toContain(failed);
    expect(readFileSync(join(folder, `out-${n}`, done[0] as string))).toEqual(
      readFileSync(join(folder, 'whole', done[0] as string)),
    );
  }
});
