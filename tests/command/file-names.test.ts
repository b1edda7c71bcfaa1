import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allJsonLines, commandHere, emptyFolder, filesIn, write, writeImage } from './harness.ts';

/** Returns a path whose last bytes are not UTF-8. */
const bytesPath = (folder: string, latin1: string) =>
  Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(latin1, 'latin1')]);

// Runs on Linux only, because other systems store names as Unicode and refuse names that are not UTF-8.
describe.runIf(process.platform === 'linux')('file names that are not UTF-8', () => {
  it('files in a folder whose names are not UTF-8 are refused, and the other files are processed', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in/good.png'));
    await writeImage(join(folder, 'in/sub/inside.png'));
    copyFileSync(join(folder, 'in/good.png'), bytesPath(`${folder}/in`, 'caf\xe9.png'));
    copyFileSync(join(folder, 'in/good.png'), bytesPath(`${folder}/in`, 'notes\xff.txt'));
    // A valid name with U+FFFD. Node shows the invalid `caf\xe9.png` by the same name.
    await writeImage(join(folder, 'in/caf\ufffd.png'), { width: 30 });
    renameSync(join(folder, 'in/sub'), bytesPath(`${folder}/in`, 'sub\xff'));
    const { code, stderr, stdout } = await commandHere(folder, [
      'convert',
      'in',
      '-o',
      'out',
      '--format',
      'jpg',
      '--json',
    ]);
    expect([code, stderr.split('\n')]).toEqual([
      1,
      ['in/caf\\xe9.png is not valid UTF-8. Rename the file.', 'in/sub\\xff is not valid UTF-8. Rename the file.', ''],
    ]);
    expect(filesIn(join(folder, 'out'))).toEqual(['caf\ufffd.jpg', 'good.jpg']);
    expect(allJsonLines(stdout).flatMap(({ error }) => (error ? [(error as { code: string }).code] : []))).toEqual([
      'fileNameEncoding',
      'fileNameEncoding',
    ]);
  });

  it('arguments and list entries that are not UTF-8 are refused, and the other files are processed', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'good.png'));
    copyFileSync(join(folder, 'good.png'), bytesPath(folder, 'bad\xff.png'));
    // A file whose valid name equals the form in which Node shows the invalid name.
    await writeImage(join(folder, 'bad\ufffd.png'));
    writeFileSync(join(folder, 'list'), Buffer.from('bad\xff.png\ngood.png\n', 'latin1'));
    const program = join(import.meta.dirname, '../../scripts/fudebako.mjs');
    const line = `"$0" "$1" convert "$(printf 'bad\\377.png')" good.png -o named --format jpg; echo $?; "$0" "$1" convert good.png -o "$(printf 'o\\377/')"; echo $?`;
    const printed = execFileSync('sh', ['-c', line, process.execPath, program], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(printed.split('\n').filter((each) => /^\d$/.test(each))).toEqual(['1', '2']);
    const list = await commandHere(folder, ['convert', '--files-from', 'list', '-o', 'listed', '--format', 'jpg']);
    expect([list.code, list.stderr]).toEqual([1, 'bad\ufffd.png is not valid UTF-8. Rename the file.\n']);
    for (const name of ['named', 'listed']) expect(filesIn(join(folder, name))).toEqual(['good.jpg']);
    expect(readdirSync(folder, { encoding: 'buffer' }).length).toBe(6);
    write(
      join(folder, 'recipe.json'),
      '{"operation":"scale","params":{"ratio":0.5},"inputs":{"image":"bad\ufffd.png"}}',
    );
    expect((await commandHere(folder, ['run', 'recipe.json', '-o', 'x.png'])).code).toBe(2);
    expect((await commandHere(folder, ['convert', 'good.png', '-o', 'x.jpg', '--report', 'r\ufffd'])).code).toBe(2);
  });
});
