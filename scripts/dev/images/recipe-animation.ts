import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { drawBlossoms } from './blossoms.ts';
import { drawLandscape, randomFrom } from './landscape.ts';

/** `npx tsx scripts/dev/images/recipe-animation.ts`: renders the README's animation of a recipe, which is committed. */
const root = resolve(import.meta.dirname, '../../..');
const RECIPE = [
  { operation: 'crop', params: { ratio: '1:1' } },
  { operation: 'scale', params: { width: 640 } },
];
const OUTPUT = ['-o', 'web', '--format', 'webp'];

const folder = mkdtempSync(join(tmpdir(), 'fudebako-'));
try {
  mkdirSync(join(folder, 'photos'));
  const landscape = await sharp(Buffer.from(drawLandscape())).png().toBuffer();
  const part = (left: number, top: number) => sharp(landscape).extract({ left, top, width: 720, height: 480 });
  const photos: Readonly<Record<string, Sharp>> = {
    'blossoms.png': sharp(Buffer.from(drawBlossoms(randomFrom(5)))),
    'boat.jpg': part(430, 190),
    'harbor.jpg': sharp(landscape),
    'island.jpg': part(60, 120),
  };
  for (const [name, photo] of Object.entries(photos)) await photo.toFile(join(folder, 'photos', name));
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  const command = [join(root, 'scripts/cli.ts'), 'run', JSON.stringify(RECIPE), 'photos', ...OUTPUT];
  const printed = execFileSync(process.execPath, [tsx, ...command], { cwd: folder, encoding: 'utf8' });
  const names = Object.keys(photos);
  const before = await Promise.all(names.map((name) => thumbnail(join(folder, 'photos', name))));
  const after = await Promise.all(names.map((name) => thumbnail(join(folder, 'web', name.replace(/\w+$/, 'webp')))));
  const svg = drawing(printed.trim().split('\n').sort(), before, after);
  writeFileSync(join(root, 'docs/images/recipe.svg'), svg);
  console.log(`docs/images/recipe.svg  ${(svg.length / 1024).toFixed(1)} kB`);
} finally {
  rmSync(folder, { recursive: true });
}

interface Thumbnail {
  readonly url: string;
  readonly width: number;
}

async function thumbnail(path: string): Promise<Thumbnail> {
  const { data, info } = await sharp(path)
    .resize({ height: 96 })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 70 })
    .toBuffer({ resolveWithObject: true });
  return { url: `data:image/webp;base64,${data.toString('base64')}`, width: info.width };
}

/** Draws the terminal: the command is typed, the results are printed, and each photo becomes its result. */
function drawing(lines: readonly string[], before: readonly Thumbnail[], after: readonly Thumbnail[]): string {
  const [first, second] = RECIPE.map((each) => JSON.stringify(each));
  const typed = [`$ fudebako run '[${first},`, `    ${second}]' photos ${OUTPUT.join(' ')}`];
  const [lineHeight, typing, step] = [22, 3, 0.6];
  const texts = [
    ...typed.map((text, index) => ({ text, at: index * typing, steps: text.length })),
    ...lines.map((text, index) => ({ text, at: 2 * typing + (index + 1) * step, steps: 0 })),
  ].map(
    ({ text, at, steps }, index) =>
      `<text x="20" y="${36 + index * lineHeight}" class="${steps ? 'typed' : 'shown'}" style="animation-delay:${at}s${steps ? `;animation-timing-function:steps(${steps})` : ''}">${escapeXml(text)}</text>`,
  );
  const images = (each: readonly Thumbnail[], kind: string) =>
    each.map(({ url, width }, index) => {
      const delay = 2 * typing + (index + 1) * step;
      const x = 20 + index * 190 + (144 - width) / 2;
      return `<image href="${url}" x="${x}" y="190" width="${width}" height="96" class="${kind}" style="animation-delay:${delay}s"/>`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 306" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">
<title>A recipe that crops and scales is typed once and applied to a folder of photos.</title>
<style>
text { fill: #ece9e2; white-space: pre; }
.shown, .after { animation: appear 0.3s backwards; }
.before { opacity: 0; animation: vanish 0.3s backwards; }
.typed { animation: type ${typing}s backwards; }
@keyframes appear { from { opacity: 0; } }
@keyframes vanish { from { opacity: 1; } }
@keyframes type { from { clip-path: inset(0 100% 0 0); } to { clip-path: inset(0 0 0 0); } }
@media (prefers-reduced-motion: reduce) { .shown, .before, .after, .typed { animation: none; } }
</style>
<rect width="780" height="306" rx="10" fill="#1f1d1a"/>
${[...texts, ...images(before, 'before'), ...images(after, 'after')].join('\n')}
</svg>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
