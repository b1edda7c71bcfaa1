import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { TableReader } from '#core/recipes/rows/row-reader.ts';
import { findInputs } from '#scripts/command/plan/inputs.ts';
import { type Outcome, runBatch } from '#scripts/command/run/batch.ts';
import { threadOptions } from '#scripts/platform/thread-options.mjs';
import { deepOr } from '../deep.ts';
import { commandHere, emptyFolder, filesIn, fudebako, jsonLines, write, writeImage } from './harness.ts';

const program = resolve(import.meta.dirname, '../../scripts/fudebako.mjs');

describe('a pipe, socket or device', () => {
  it('is refused as an input, recipe or table before it is opened', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    execFileSync('mkfifo', [join(folder, 'pipe.png'), join(folder, 'pipe.json'), join(folder, 'pipe.csv')]);
    const server = createServer().listen(join(folder, 'socket.png'));
    await once(server, 'listening');
    const inspected = await fudebako(folder, 'inspect', 'pipe.png', '/dev/zero', 'socket.png', 'a.png', '--json');
    server.close();
    expect(inspected.code).toBe(1);
    expect(inspected.stderr.split('\n').filter(Boolean)).toEqual(
      ['pipe.png', '/dev/zero', 'socket.png'].map((name) => `${name} is a pipe, device or socket, not a file.`),
    );
    expect(jsonLines(inspected.stdout).map(({ input }) => input)).toEqual(['a.png']);
    for (const args of [
      ['convert', 'pipe.png', '-o', 'out.jpg'],
      ['convert', 'a.png', '-o', 'pipe.png'],
      ['convert', 'a.png', '-o', 'pipe.png', '--force'],
      ['layer', '--top', 'a.png', '--bottom', 'pipe.png', '-o', 'out.png'],
      ['write-vertical', '--text', 'a', '--style', 'pipe.json', '-o', 'out.png'],
      ['run', 'pipe.json', 'a.png', '-o', 'out.png'],
    ]) {
      const { code, stderr } = await commandHere(folder, args);
      expect([stderr, code !== 0]).toEqual([expect.stringContaining('is a pipe, device or socket'), true]);
    }
    write(join(folder, 'recipe.json'), '{"operation":"write-vertical","params":{"text":"a"}}');
    const rows = await commandHere(folder, ['run', 'recipe.json', 'pipe.csv', '-o', 'rows/']);
    expect(rows.stderr).toContain('is a pipe, device or socket');
    expect(filesIn(folder)).toEqual(['a.png', 'recipe.json']);
  });
});

describe('paths of outputs and inputs', () => {
  it('an error of writing names the output, not the input', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    await writeImage(join(folder, 'b.png'));
    await writeImage(join(folder, 'out/a.webp/inner.png'));
    write(join(folder, 'file'), 'text');
    const long = `${'x'.repeat(300)}.webp`;
    for (const [args, code, error] of [
      [['a.png', '-o', 'file/a.webp'], 2, 'fudebako: file/a.webp: Part of the path is a file, not a folder.\n'],
      [['a.png', '-o', `new/${long}`], 1, `new/${long}: The file name is too long.\n`],
      [['a.png', '-o', long], 2, `fudebako: ${long}: The file name is too long.\n`],
      [['a.png', 'b.png', '--format', 'webp', '-o', 'out'], 2, 'fudebako: out/a.webp: Expected a file, found a folder.\n'],
      [['a.png', 'b.png', '--format', 'webp', '-o', 'out', '--force'], 1, 'out/a.webp: Expected a file, found a folder.\n'],
    ] as const) {
      const { stderr, ...finished } = await commandHere(folder, ['convert', ...args]);
      expect([finished.code, stderr]).toEqual([code, error]);
    } // biome-ignore format: a table
    expect(filesIn(folder)).toEqual(['a.png', 'b.png', 'file', 'out/a.webp/inner.png', 'out/b.webp']);
  });

  it('a symlink to a file is followed, and the file keeps its permissions', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 7 });
    write(join(folder, 'kept/real.png'), 'old');
    chmodSync(join(folder, 'kept/real.png'), 0o640);
    symlinkSync('kept/real.png', join(folder, 'link.png'));
    const refused = await commandHere(folder, ['convert', 'a.png', '-o', 'link.png']);
    expect([refused.code, readFileSync(join(folder, 'kept/real.png'), 'utf8')]).toEqual([2, 'old']);
    expect(await commandHere(folder, ['convert', 'a.png', '-o', 'link.png', '--force'])).toMatchObject({ code: 0 });
    expect(readlinkSync(join(folder, 'link.png'))).toBe('kept/real.png');
    expect((await sharp(join(folder, 'kept/real.png')).metadata()).width).toBe(7);
    expect(statSync(join(folder, 'kept/real.png')).mode & 0o777).toBe(0o640);
    expect(filesIn(folder)).toEqual(['a.png', 'kept/real.png']);
  });

  it('a broken symlink is not overwritten, even with --force', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    symlinkSync('nowhere.png', join(folder, 'link.png'));
    for (const flags of [[], ['--force']]) {
      const { code, stderr } = await commandHere(folder, ['convert', 'a.png', '-o', 'link.png', ...flags]);
      expect(stderr).toContain('link.png is a broken link; not overwritten.');
      expect(code).toBeGreaterThan(0);
    }
    expect([readlinkSync(join(folder, 'link.png')), filesIn(folder)]).toEqual(['nowhere.png', ['a.png']]);
  });

  it('an output that is a symlink to an input is refused', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    await writeImage(join(folder, 'in/b.png'));
    symlinkSync(join(folder, 'in/b.png'), join(folder, 'b.png'));
    const before = readFileSync(join(folder, 'in/b.png'));
    const own = await commandHere(folder, ['convert', 'in/b.png', '-o', 'b.png']);
    expect([own.code, own.stderr]).toEqual([2, expect.stringContaining('b.png is the input itself')]);
    write(join(folder, 'out/b.png'), '');
    symlinkSync(join(folder, 'in/b.png'), join(folder, 'out/a.png'));
    const other = await commandHere(folder, ['convert', 'a.png', 'in/b.png', '-o', 'out', '--force']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('would overwrite another input')]);
    expect(readFileSync(join(folder, 'in/b.png'))).toEqual(before);
    expect(lstatSync(join(folder, 'b.png')).isSymbolicLink()).toBe(true);
  });
});

describe('a closed pipe', () => {
  it.each(['stdout', 'stderr'] as const)('on %s does not stop the batch', async (name) => {
    const folder = emptyFolder();
    for (const each of ['a', 'b', 'c']) await writeImage(join(folder, `in/${each}.png`));
    write(join(folder, 'in/0.png'), 'no picture');
    const child = spawn(process.execPath, [program, 'convert', 'in', '-o', 'out', '--format', 'jpg'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child[name].destroy();
    const other = name === 'stdout' ? child.stderr : child.stdout;
    let text = '';
    other.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['a.jpg', 'b.jpg', 'c.jpg']]);
    expect(text.split('\n')).toHaveLength(name === 'stdout' ? 2 : 4);
  });
});

describe('control characters', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for control characters
  const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

  it('in names and messages are escaped, never sent to the terminal', async () => {
    const folder = emptyFolder();
    const name = 'a\u001b[2J\u009b31m\u202egnp\n.png';
    await writeImage(join(folder, 'plain.png'));
    linkSync(join(folder, 'plain.png'), join(folder, name));
    const bad = `bad\u001b]0;x\u0007.png`;
    write(join(folder, bad), 'no picture');
    write(join(folder, 'bad.json'), '{"main":\u001b[31m}');
    const style = ['write-vertical', '--text', 'a', '-o', 'x.png', '--style', 'bad.json'];
    const runs = [
      await commandHere(folder, ['inspect', name, bad]),
      await commandHere(folder, ['inspect', name, bad, '--json']),
      await commandHere(folder, ['convert', name, bad, '-o', 'out', '--format', 'jpg', '--debug']),
      await commandHere(folder, ['inspect', `none\u001b.png`, `--no\u001bsuch`]),
      await commandHere(folder, ['convert', 'plain.png', '-o', 'out\u001b.xyz']),
      await commandHere(folder, style),
    ];
    for (const { stdout, stderr } of runs) {
      expect(stdout).not.toMatch(raw);
      expect(stderr).not.toMatch(raw);
    }
    expect(runs[0]?.stdout).toContain('a␛[2J\\u009b31m\\u202egnp␊.png');
    expect(runs[0]?.stderr).toContain('bad␛]0;x␇.png');
    expect(jsonLines(runs[1]?.stdout ?? '')[0]?.input).toBe(name);
  });
});

describe('with very many inputs', () => {
  it('all files of one folder are found, in order', () => {
    const folder = emptyFolder();
    const count = deepOr(130_000, 1000);
    for (let index = 0; index < count; index++) writeFileSync(`${folder}/${String(index).padStart(6, '0')}.png`, '');
    const found = findInputs([folder], { kind: 'image' }, undefined);
    expect(found).toHaveLength(count);
    expect(found.at(-1)).toEqual({ path: join(folder, `${count - 1}.png`.padStart(10, '0')), place: '' });
  });

  it('jobs are counted in linear time', async () => {
    const jobs = Array.from({ length: 150_000 }, (_, source) => ({
      source,
      input: `${source}.png`,
      output: undefined,
      encoding: undefined,
      skip: false,
    }));
    const request = { steps: [], output: 'data', subject: undefined } as never;
    const fractions: number[] = [];
    let count = 0;
    const sources = jobs.map((job) => [job] as const);
    await runBatch(sources, request, {
      parallelJobs: 4,
      dryRun: true,
      runner: { run: () => Promise.reject(new Error('nothing is run')), close: () => {} },
      onOutcome: (outcome: Outcome) => {
        if (outcome.job === jobs[count]) count++;
      },
      onProgress: (fraction) => void fractions.push(fraction),
    });
    expect([count, fractions.length, fractions[74_999], fractions.at(-1)]).toEqual([150_000, 150_000, 0.5, 1]);
  });

  it('pieces of a table parse as one table, wherever the text is split', () => {
    const source = '\uFEFFa,"b ""c"" \r\n d"\r\n\r\n,"",x"y\r1,2\n"",""';
    const whole = [['a', 'b "c" \r\n d'], ['', '', 'x"y'], ['1', '2'], ['', '']]; // biome-ignore format: a table
    for (let first = 0; first <= source.length; first++)
      for (let second = first; second <= source.length; second++) {
        const rows: string[][] = [];
        const reader = new TableReader(',', (cells) => rows.push(cells));
        for (const piece of [source.slice(0, first), source.slice(first, second), source.slice(second)])
          reader.push(piece);
        reader.end();
        expect(rows).toEqual(whole);
      }
  });
});

describe('worker threads', () => {
  it('start with an explicit list of options, and inherit no others', () => {
    const options = threadOptions({ workerData: { module: 'x' } });
    expect(Object.getPrototypeOf(options)).toBe(null);
    expect(options).toMatchObject({ execArgv: [], argv: [], env: process.env });
  });

  it('are started at one place in the code', () => {
    const found = execFileSync(
      'grep',
      ['-rhoE', 'new Worker\\(|threadOptions\\(\\)?', 'scripts/platform', 'scripts/command'],
      {
        cwd: resolve(import.meta.dirname, '../..'),
        encoding: 'utf8',
      },
    );
    const words = found.trim().split('\n');
    const count = (start: string) => words.filter((word) => word.startsWith(start)).length;
    // Each `new Worker(` needs one call `threadOptions(`; the additional occurrence is the function's definition.
    expect(count('threadOptions(')).toBe(count('new Worker(') + 1);
  });
});
