import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPartName, isAbandoned, partKey, partKeyOf } from '#scripts/platform/part-names.ts';
import { deadPartName, partNameOf } from '../command/part-files.ts';
import { emptyFolder } from '../temporary-folders.ts';

describe('the name of a part file', () => {
  it.each([
    'photo.jpg',
    'x',
    `${'a'.repeat(251)}.jpg`,
    `${'写'.repeat(83)}.png`,
    `${'🎞'.repeat(62)}.mp4`,
    '.hidden',
    'line\nbreak.png',
  ])('is short enough for a file system, and identifies its result (%s)', (name) => {
    const part = createPartName(name);
    expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
    expect(partKeyOf(part)).toBe(partKey(name));
    expect(part.startsWith('.')).toBe(true);
    expect(createPartName(name)).not.toBe(part);
    const folder = emptyFolder();
    writeFileSync(join(folder, part), '');
    expect(readdirSync(folder)).toEqual([part]);
  });

  it('differs for long names with an equal beginning', () => {
    expect(partKey(`${'a'.repeat(100)}1.png`)).not.toBe(partKey(`${'a'.repeat(100)}2.png`));
  });

  it.each(['photo.jpg', '.photo.jpg.0123456789ab.part', '.a.part', 'a.0123456789ab.01234567-a-b-0123456789ab.parts'])(
    'is not %s',
    (name) => {
      expect(partKeyOf(name)).toBeUndefined();
      expect(isAbandoned(name)).toBe(false);
    },
  );
});

describe('a part file', () => {
  function part(name: string, hoursOld = 0): string {
    const path = join(emptyFolder(), name);
    writeFileSync(path, 'half');
    const time = Date.now() / 1000 - hoursOld * 3600;
    utimesSync(path, time, time);
    return path;
  }

  it('of this process is not abandoned, at any age', () => {
    expect(isAbandoned(part(createPartName('a.png'), 1000))).toBe(false);
  });

  it('of another running process is abandoned after that process has ended', async () => {
    const child = spawn(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      "import { createPartName } from '#scripts/platform/part-names.ts'; console.log(createPartName('a.png')); setInterval(() => {}, 1000);",
    ]);
    const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
    const path = part(String(line).trim());
    expect(isAbandoned(path)).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(isAbandoned(path)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('of an earlier process with the id of a running process is abandoned', () => {
    expect(isAbandoned(part(partNameOf('a.png', { start: '1' })))).toBe(true);
  });

  it('of an unknown process, or of another host, is abandoned a day after the last write', () => {
    for (const owner of [{ start: '0' }, { host: '01234567' }]) {
      expect(isAbandoned(part(partNameOf('a.png', owner), 23))).toBe(false);
      expect(isAbandoned(part(partNameOf('a.png', owner), 25))).toBe(true);
    }
  });

  it('of a process that has ended is abandoned', () => {
    expect(isAbandoned(part(deadPartName('a.png')))).toBe(true);
  });
});
