import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'public/licenses');
const notices = readFileSync(resolve(folder, 'THIRD-PARTY.txt'), 'utf8');

it.each([
  ['wasm-media-encoders', 'wasm-media-encoders'],
  ['@breezystack/lamejs', 'lamejs'],
  ['mpg123-decoder', 'mpg123-decoder'],
  ['@mediabunny/aac-encoder', '@mediabunny/aac-encoder'],
  ['ffmpeg.wasm core', '@ffmpeg/core'],
  ['libheif-js', 'libheif-js'],
  ['mediabunny', 'mediabunny'],
])('the third-party notices name %s with the version that is bundled', (name, folderName) => {
  const { version } = JSON.parse(readFileSync(resolve(root, 'node_modules', folderName, 'package.json'), 'utf8'));
  expect(notices).toContain(`${name} ${version}`);
});

it('the third-party notices name exactly the license texts in their folder', () => {
  const named = new Set(notices.match(/\b[\w.-]+-[\d.]*\d\.txt/g));
  const there = readdirSync(folder).filter((name) => name !== 'THIRD-PARTY.txt');
  expect([...named].sort()).toEqual(there.sort());
});
