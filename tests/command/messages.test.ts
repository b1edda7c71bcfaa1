import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonErrorPlace } from '#scripts/command/parse/json-place.ts';
import { allJsonLines, commandHere, emptyFolder, write, writeImage } from './harness.ts';

async function withImage(): Promise<string> {
  const folder = emptyFolder();
  await writeImage(join(folder, 'a.png'), { width: 40, height: 30 });
  return folder;
}

const recipe = (...steps: (readonly [string, object])[]) =>
  JSON.stringify(steps.map(([operation, params]) => ({ operation, params })));

describe('errors', () => {
  it('show that a number in quotes is a text', async () => {
    const folder = await withImage();
    const { code, stderr } = await commandHere(folder, [
      ...['run', recipe(['scale', { width: '300' }]), 'a.png', '-o', 'out'],
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('params.width must be a whole number, not "300". (line 1');
    const flag = await commandHere(folder, ['scale', 'a.png', '--width', 'abc', '-o', 'out']);
    expect(flag.stderr).toBe('fudebako: --width must be a whole number, not "abc".\n');
  });

  it.each([
    ['watermark a.png --text A --no-tile --gap 30 -o o.png', '--gap has no effect with --no-tile.'],
    [
      'animate-images a.png a.png --delays 90,80 --delay 70 -o o.gif',
      '--delay has no effect with --delays for all images.',
    ],
    ['rotate a.png --turn 90 --keep-corners -o o.png', '--keep-corners has no effect without --angle.'],
    ['layer --top a.png --view top -o o.png', '--view has no effect with a single layer.'],
    ['layer --top a.png --bottom a.png --view top --opacity 0.5 -o o.png', '--opacity has no effect with --view top.'],
    ['make-mask a.png --tolerance 5 -o o.png', '--tolerance has no effect without --wand.'],
    ['write-vertical --text あ --author い --justify -o o.png', 'o.png: justify has no effect on this text.'],
  ])('name a flag that changes nothing: %s', async (line, sentence) => {
    const { code, stderr } = await commandHere(await withImage(), line.split(' '));
    expect(code).toBe(0);
    expect(stderr.trim().replace(/^fudebako: /, '')).toBe(sentence);
  });

  it('name the file and the recipe step that failed', async () => {
    const folder = await withImage();
    const steps = recipe(['crop', { right: 0.9 }], ['scale', { percent: 50 }], ['scale', { percent: 400 }]);
    const args = ['run', steps, 'a.png', '-o', 'out', '--max-pixels', '1500', '--json'];
    const { code, stdout, stderr } = await commandHere(folder, args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^a\.png: Step 3 \(scale\): The image is too large/);
    expect(allJsonLines(stdout)[0]).toMatchObject({
      error: { code: 'imageTooLarge', step: { index: 3, operation: 'scale' } },
    });
  });

  it('name line and column of invalid JSON', async () => {
    const folder = await withImage();
    write(join(folder, 'recipe.json'), '[\n  { "operation": "scale",\n    "params": { "width": 300, } }\n]');
    const { stderr } = await commandHere(folder, ['run', 'recipe.json', 'a.png', '-o', 'out']);
    expect(stderr).toMatch(/^fudebako: recipe: recipe\.json: Invalid JSON: .*\(line 3, column 31\)\n$/);
  });
});

describe('the place of a JSON error', () => {
  it.each([
    ['', 1, 1],
    ['[1, 2', 1, 6],
    ['{"a": tru}', 1, 7],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a": "x\ty"}', 1, 7],
    ['[1] 2', 1, 5],
    ["{'a': 1}", 1, 2],
    ['{"a": [1, {"b": null}],\n\n  c: 1}', 3, 3],
  ])('in %j is line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(jsonErrorPlace(text)).toEqual({ line, column });
  });
});

describe('--quiet', () => {
  it('prints warnings and errors only', async () => {
    const folder = await withImage();
    expect(await commandHere(folder, ['convert', 'a.png', '-o', 'b.jpg', '--quiet'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const failed = await commandHere(folder, ['convert', 'c.png', '-o', 'd.jpg', '--quiet']);
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: 'File not found: c.png\n' });
  });
});

describe('inspect --verify', () => {
  it('exits with code 1 for a truncated file, and with code 0 for a complete one', async () => {
    const folder = await withImage();
    await writeImage(join(folder, 'noise.png'), { width: 200, height: 200 });
    await commandHere(folder, ['convert', 'noise.png', '-o', 'whole.jpg']);
    const whole = readFileSync(join(folder, 'whole.jpg'));
    write(join(folder, 'cut.jpg'), whole.subarray(0, whole.length * 0.7));
    expect(await commandHere(folder, ['inspect', 'whole.jpg', '--verify'])).toMatchObject({ code: 0, stderr: '' });
    expect(await commandHere(folder, ['inspect', 'cut.jpg'])).toMatchObject({ code: 0 });
    const cut = await commandHere(folder, ['inspect', 'cut.jpg', '--verify']);
    expect(cut).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^cut\.jpg: /) });
    expect(await commandHere(folder, ['inspect', 'cut.jpg', '--verify', '--fail-on', 'none'])).toMatchObject({
      code: 0,
    });
  });
});
