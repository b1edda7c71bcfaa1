import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Raster } from '#core/base/raster.ts';
import {
  type AvifItem,
  type AvifProperty,
  clap,
  icc,
  imir,
  irot,
  itemsOf,
  nclx,
  withProperties,
} from '../core/avifs.ts';
import { gridItem, heicItem, makeHeic, readHeic } from '../core/heics.ts';
import type { Random } from './random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Names of images encoded by x265: of 96 × 64 px, of other sizes, and of tiles (64 × 64 px). */
const WIDE = ['color', 'chroma-444', 'lossless', 'gray', 'ten-bits', 'twelve-bits', 'thumbnail'];
const OTHERS = ['odd-size', 'chroma-422', 'slices'];
const TILES = ['tile', 'dark-tile'];

const P3 = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .withIccProfile('p3')
  .png()
  .toBuffer()
  .then((png) => sharp(png).metadata())
  .then((metadata) => metadata.icc as Buffer);

/** Builds a HEIC from items of x265, with random properties: color, rotation, mirroring, cropping, a grid, alpha. */
export function buildHeic(random: Random): Bytes {
  const kind = random.from(['image', 'image', 'alpha', 'grid'] as const);
  if (kind === 'grid') {
    const [rows, columns] = [random.between(1, 3), random.between(1, 3)];
    const [width, height] = [columns * 64 - random.below(64), rows * 64 - random.below(64)];
    const tiles = TILES.map(heicItem);
    const grid = gridItem(rows, columns, width, height);
    const colors = (tiles[0] as AvifItem).properties.filter(({ box }) => box[4] === 'c'.charCodeAt(0));
    const item = withRandomProperties({ ...grid, properties: [...grid.properties, ...colors] }, width, height, random);
    const order = Array.from({ length: rows * columns }, () => 2 + random.below(tiles.length));
    return makeHeic([item, ...tiles], [['dimg', 1, ...order]]);
  }
  if (kind === 'alpha') {
    const name = random.from(['alpha', 'premultiplied']);
    const [main, alpha] = itemsOf(readHeic(name)) as [AvifItem, AvifItem];
    const item = withRandomProperties(main, 96, 64, random);
    return makeHeic(
      [item, alpha],
      name === 'alpha' ? [['auxl', 2, 1]] : [['auxl', 2, 1], ['prem', 1, 2]],
    ); // biome-ignore format: references
  }
  const name = random.from([...WIDE, ...OTHERS, ...TILES]);
  const item = heicItem(name);
  const [width, height] = ({ 'odd-size': [76, 70], 'chroma-422': [96, 72], slices: [96, 192] } as Record<string, [number, number]>)[name] ?? [TILES.includes(name) ? 64 : 96, 64]; // biome-ignore format: sizes
  return makeHeic([withRandomProperties(item, width, height, random)]);
}

/** Adds transformative properties, in the order of MIAF, and color properties. */
function withRandomProperties(item: AvifItem, width: number, height: number, random: Random): AvifItem {
  const added: AvifProperty[] = [];
  if (random.chance(3)) added.push(nclx(1, 13, random.from([1, 5, 6, 9]), random.chance(2)));
  if (random.chance(4)) {
    const [cutX, cutY] = [random.below(width), random.below(height)];
    const [left, top] = [random.below(cutX + 1), random.below(cutY + 1)];
    // The crop's offset from the image's center, in half pixels.
    const offset = (start: number, cut: number) => (2 * start - cut) >>> 0;
    added.push(clap(width - cutX, 1, height - cutY, 1, offset(left, cutX), 2, offset(top, cutY), 2));
  }
  if (random.chance(3)) added.push(irot(random.below(4)));
  if (random.chance(4)) added.push(imir(random.below(2)));
  const changed = withProperties(item, ...added);
  // Adds the ICC profile to the color codes instead of replacing them, because only the codes state the matrix.
  return random.chance(4) ? { ...changed, properties: [...changed.properties, icc(P3)] } : changed;
}

/** Encodes a HEIC by libheif's command and x265. */
export async function heifEnc({ width, height, data }: Raster, random: Random): Promise<Bytes> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-heic-'));
  try {
    const [from, to] = [join(folder, 'a.png'), join(folder, 'a.heic')];
    let image = sharp(data, { raw: { width, height, channels: 4 } });
    if (random.chance(2)) image = image.removeAlpha();
    const isDeep = random.chance(4);
    if (isDeep) image = image.toColourspace('rgb16');
    else if (random.chance(5)) image = image.toColourspace('b-w');
    await image.png().toFile(from);
    const isLossless = random.chance(6);
    const chroma = isLossless ? '444' : random.from(['420', '420', '422', '444']);
    const x265 = {
      ctu: [16, 32, 64],
      'min-cu-size': [8, 16],
      'tu-intra-depth': [1, 2],
      wpp: [0, 1],
      tskip: [0, 1],
      signhide: [0, 1],
      sao: [0, 1],
      'aq-mode': [0, 1, 2],
      rd: [1, 3, 5],
      // Excludes scaling lists and low qualities in 4:4:4, because Fudebako refuses such files.
      'scaling-list': chroma === '444' ? ['off'] : ['off', 'default'],
      cbqpoffs: [-4, 0, 3],
    } as const;
    const parameters = Object.entries(x265)
      .filter(() => random.chance(3))
      .flatMap(([name, values]) => ['-p', `x265:${name}=${random.from(values as readonly (string | number)[])}`]);
    const lowest = chroma === '444' ? 70 : 1;
    const quality = isLossless ? ['-L'] : ['-q', String(random.between(lowest, 100))];
    const depth = isDeep ? ['-b', random.from(['10', '12'])] : [];
    execFileSync('heif-enc', [...quality, ...depth, '-p', `chroma=${chroma}`, ...parameters, '-o', to, from], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new Uint8Array(readFileSync(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
