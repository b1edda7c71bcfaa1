import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { root } from './manifest.ts';
import { buildPackage, pack } from './package.ts';

const AIMS = { installedMB: 90, helpSeconds: 0.15, timesSharp: 1.2 };
const ROUNDS = 9;

/** Returns the disk usage of a folder in megabytes, as the program `du` measures. */
function installedMB(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0) / 1e6;
}

interface Run {
  readonly seconds: number;
  readonly peakMB: number;
}

/** Code that prints the peak memory of a Node.js process in kilobytes when it exits. */
const PEAK = `process.on('exit', () => require('node:fs').writeSync(2, 'peak ' + process.resourceUsage().maxRSS + '\\n'));`;

function runOnce(cwd: string, args: readonly string[]): Run {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', join(cwd, 'peak.cjs'), ...args], {
    cwd,
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { seconds, peakMB: Number(/peak (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1000 };
}

/** Runs processes alternately, so other load affects all processes equally. Returns the median of each. */
function compare(cwd: string, commands: Readonly<Record<string, readonly string[]>>): Record<string, Run> {
  const runs = new Map<string, Run[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, args] of Object.entries(commands))
      runs.set(name, [...(runs.get(name) ?? []), runOnce(cwd, args)]);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return Object.fromEntries(
    [...runs].map(([name, all]) => [
      name,
      { seconds: median(all.map(({ seconds }) => seconds)), peakMB: median(all.map(({ peakMB }) => peakMB)) },
    ]),
  );
}

/** Copies a sample photo. Without a sample, generates a JPEG of 12 megapixels from smoothed noise. */
async function photo(path: string): Promise<void> {
  const sample = resolve(root, '../shared/samples/images/photo-10mp-nikon-d80.jpg');
  const [width, height] = [4000, 3000];
  const source = existsSync(sample)
    ? sharp(sample)
    : sharp({
        create: {
          width,
          height,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      }).blur(3);
  await source.resize(width, height, { fit: 'fill' }).jpeg({ quality: 90 }).toFile(path);
}

const folder = mkdtempSync(join(tmpdir(), 'package-measure-'));
try {
  const built = join(folder, 'package');
  await buildPackage(built);
  const tarball = pack(built, folder);
  const project = join(folder, 'project');
  execFileSync('mkdir', [project]);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(project, 'peak.cjs'), `if (require('node:worker_threads').isMainThread) ${PEAK}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', tarball], {
    cwd: project,
    stdio: 'ignore',
  });
  await photo(join(project, 'photo.jpg'));
  const sharpModule = resolve(root, 'node_modules/sharp/dist/index.mjs');
  writeFileSync(
    join(project, 'sharp.mjs'),
    `import sharp from ${JSON.stringify(sharpModule)};
await sharp('photo.jpg').extract({ left: 100, top: 100, width: 3000, height: 2000 }).jpeg({ quality: 95 }).toFile('sharp.jpg');
`,
  );
  const command = 'node_modules/fudebako/dist/fudebako.js';
  const corners = ['--top-x', '100', '--top-y', '100', '--bottom-x', '3100', '--bottom-y', '2100', '--force'];
  const measured = compare(project, {
    node: ['-e', '0'],
    help: [command, '--help'],
    crop: [command, 'crop', 'photo.jpg', '-o', 'ours.jpg', ...corners],
    sharp: ['sharp.mjs'],
  });
  const of = (name: string) => measured[name] as Run;
  const line = (name: string, value: string, aim = '') =>
    console.log(`${name.padEnd(46)} ${value.padStart(10)}  ${aim}`);
  const seconds = (name: string) => `${of(name).seconds.toFixed(3)} s`;
  line(
    'installed, without fonts and video',
    `${installedMB(join(project, 'node_modules')).toFixed(1)} MB`,
    `at most ${AIMS.installedMB} MB`,
  );
  line('an empty Node process', seconds('node'));
  line('fudebako --help', seconds('help'), `at most ${AIMS.helpSeconds} s`);
  line('crop of a JPEG of 12 megapixels', seconds('crop'));
  line('the same by a script of sharp', seconds('sharp'));
  line('ratio', (of('crop').seconds / of('sharp').seconds).toFixed(2), `at most ${AIMS.timesSharp}`);
  line('peak memory of the crop', `${of('crop').peakMB.toFixed(0)} MB`);
  line('peak memory of sharp', `${of('sharp').peakMB.toFixed(0)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
