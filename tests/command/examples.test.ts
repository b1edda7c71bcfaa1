import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { parseCommandLine } from '#scripts/command/parse/program.ts';
import packageJson from '../../package.json' with { type: 'json' };

const folder = resolve(import.meta.dirname, '../../examples');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/** Environment variables that schedulers and shells set when they run the examples. */
const values: Readonly<Record<string, string>> = {
  SLURM_CPUS_PER_TASK: '2',
  SLURM_ARRAY_TASK_ID: '3',
  JOB_COMPLETION_INDEX: '3',
  photos: 'photos',
  smaller: 'smaller',
  slices: '8',
  'matrix.slice': '3',
  'strategy.job-total': '4',
};
const variables = {
  SLURM_ARRAY_TASK_ID: '3',
  SLURM_ARRAY_TASK_MIN: '0',
  SLURM_ARRAY_TASK_MAX: '7',
  SLURM_ARRAY_TASK_COUNT: '8',
  JOB_COMPLETION_INDEX: '3',
};

function fillIn(text: string): string {
  return text
    .replace(/\$\{\{\s*([\w.-]+)\s*\}\}|\$(\w+)/g, (whole, expression = '', variable = '') => {
      const value = values[expression || variable];
      if (value === undefined) throw new Error(`Nothing is known of ${whole}`);
      return value;
    })
    .replaceAll('{}', '3');
}

/** Splits each line that calls the command into words, as a shell does. */
function commandsIn(text: string): string[][] {
  const lines = text.replace(/\\\n\s*/g, ' ').replace(/--skip-existing\n\s*--jobs/g, '--skip-existing --jobs');
  const calls = lines.match(/(?:fudebako) (?:convert|scale|run)\b[^'`\n]*/g) ?? [];
  return calls.map((call) =>
    (fillIn(call).match(/"[^"]*"(?:\S*)|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', '')),
  );
}

describe('the examples', () => {
  it('exist for Slurm, GNU parallel, Kubernetes and GitHub Actions, each with a README.md', () => {
    for (const name of ['slurm', 'gnu-parallel', 'kubernetes', 'github-actions'])
      expect(files).toContain(join(name, 'README.md'));
  });

  it.each([
    ['slurm/scale.sbatch', '4/8'],
    ['gnu-parallel/scale.sh', '3/8'],
    ['gnu-parallel/scale-ssh.sh', '3/8'],
    ['kubernetes/job.yaml', '4/8'],
    ['github-actions/photos.yml', '3/4'],
  ])('include %s, with one command line that the parser accepts', async (name, place) => {
    const commands = commandsIn(textOf(name));
    expect(commands).toHaveLength(1);
    for (const args of commands) {
      let stderr = '';
      const stream = {
        write: (text: string) => {
          stderr += text;
        },
      };
      const own = args.includes('auto')
        ? { ...variables, JOB_COMPLETION_INDEX: undefined }
        : { JOB_COMPLETION_INDEX: '3' };
      const parsed = await parseCommandLine(args, {
        operations,
        words: en,
        stdout: stream,
        stderr: stream,
        variables: own,
      });
      expect([parsed.kind, stderr]).toEqual(['request', '']);
      if (parsed.kind !== 'request') continue;
      const { shard, target, paths } = parsed.request;
      expect(`${shard?.index}/${shard?.count}`).toBe(place);
      expect([target, paths, parsed.flags.report]).toEqual([
        expect.any(String),
        [expect.stringMatching(/photos$/)],
        expect.stringContaining('slice-3.jsonl'),
      ]);
    }
  });

  it.each(files.filter((name) => /\.ya?ml$/.test(name)))('include %s as valid YAML', (name) => {
    expect(parse(textOf(name))).toBeTypeOf('object');
  });

  it('of Kubernetes state the number of completions and the current version of the image', () => {
    const { spec } = parse(textOf('kubernetes/job.yaml'));
    expect([spec.completionMode, spec.completions]).toEqual(['Indexed', 8]);
    expect(spec.template.spec.containers[0].image.split(':')[1]).toBe(packageJson.version);
    expect(textOf('kubernetes/Dockerfile')).toContain(`fudebako-${packageJson.version}.tgz`);
  });
});
