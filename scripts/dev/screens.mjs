import { mkdir, readdir, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { ensureBrowser, ensureBuild, ensureDependencies, run } from './setup/prepare.mjs';

const STATES = ['empty', 'open', 'working', 'done', 'failed'];
const GAP = 16;

/** `npm run screens [-- -g cropper]`: checks layouts and writes sheets of screenshots to test-results/sheets. */
await ensureDependencies();
await ensureBrowser();
await ensureBuild();
const holds = run('npx', ['playwright', 'test', 'e2e/screens.spec.ts', ...process.argv.slice(2)], {
  env: { FUDEBAKO_SCREENS: '1' },
});
await makeSheets(resolve('test-results/screens'), resolve('test-results/sheets'));
process.exitCode = holds ? 0 : 1;

/** Writes one contact sheet per screen and window size. Columns are states; rows are languages and themes. */
async function makeSheets(from, to) {
  await rm(to, { recursive: true, force: true });
  // Creates the folder, which is missing if no screenshot was taken.
  await mkdir(from, { recursive: true });
  await mkdir(to, { recursive: true });
  const shots = (await readdir(from)).map((file) => {
    const [route, width, language, theme, state] = file.split('.');
    return { file: resolve(from, file), sheet: `${route}.${width}`, row: `${language}.${theme}`, state };
  });
  for (const sheet of new Set(shots.map((shot) => shot.sheet))) {
    const members = shots.filter((shot) => shot.sheet === sheet);
    const rows = [...new Set(members.map(({ row }) => row))].sort();
    const columns = STATES.filter((state) => members.some((shot) => shot.state === state));
    const { width, height } = await sharp(members[0].file).metadata();
    const scale = width > 1000 ? 0.5 : 0.75;
    const [cell, line] = [Math.round(width * scale), Math.round(height * scale)];
    const composed = await Promise.all(
      members.map(async ({ file, row, state }) => ({
        input: await sharp(file).resize(cell, line).toBuffer(),
        left: GAP + columns.indexOf(state) * (cell + GAP),
        top: GAP + rows.indexOf(row) * (line + GAP),
      })),
    );
    const size = { width: GAP + columns.length * (cell + GAP), height: GAP + rows.length * (line + GAP) };
    await sharp({ create: { ...size, channels: 3, background: '#808080' } })
      .composite(composed)
      .jpeg({ quality: 85 })
      .toFile(resolve(to, `${sheet}.jpg`));
  }
  console.log(`Contact sheets: ${to}`);
}
