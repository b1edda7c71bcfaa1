import sharp, { type Sharp } from 'sharp';
import { createRaster, type Raster, wrapRaster } from '#core/base/raster.ts';
import type { Point } from '#core/geometry/point.ts';
import type { Box } from '#core/image/mask/subject.ts';
import { random } from '../random.ts';
import { samplePath } from '../samples.ts';

/** A photo, the true mask of its subject (1 or 0 per pixel), and a box around the subject. */
export interface SubjectPhoto {
  readonly name: string;
  readonly image: Raster;
  readonly truth: Uint8Array;
  readonly box: Box;
}

type Outline = readonly (readonly [x: number, y: number])[];

/** Outlines drawn by hand on three photos. An even-odd fill leaves out the opening of the tower. */
const drawn = {
  panda: {
    file: 'images/photo-10mp-nikon-d80.jpg',
    width: 720,
    drawnWidth: 1200,
    outlines: [
      [
        [0, 40],
        [40, 38],
        [100, 62],
        [160, 90],
        [190, 75],
        [300, 58],
        [290, 20],
        [292, 0],
        [430, 0],
        [470, 20],
        [500, 52],
        [560, 95],
        [610, 140],
        [655, 190],
        [690, 250],
        [700, 310],
        [705, 370],
        [745, 415],
        [766, 450],
        [760, 480],
        [800, 500],
        [828, 530],
        [815, 565],
        [795, 610],
        [790, 680],
        [755, 720],
        [720, 760],
        [710, 803],
        [300, 803],
        [300, 710],
        [270, 690],
        [200, 630],
        [0, 580],
      ],
    ],
  },
  doll: {
    file: 'images/animated-iss.webp',
    width: 490,
    drawnWidth: 980,
    outlines: [
      [
        [430, 45],
        [465, 45],
        [490, 75],
        [497, 130],
        [490, 210],
        [560, 245],
        [605, 290],
        [630, 350],
        [640, 450],
        [642, 525],
        [690, 610],
        [690, 680],
        [655, 760],
        [655, 830],
        [630, 835],
        [630, 900],
        [610, 930],
        [550, 930],
        [535, 890],
        [530, 843],
        [408, 840],
        [400, 920],
        [370, 935],
        [330, 930],
        [308, 880],
        [305, 835],
        [280, 830],
        [278, 750],
        [235, 690],
        [225, 630],
        [250, 555],
        [280, 500],
        [280, 370],
        [300, 290],
        [350, 235],
        [432, 210],
        [420, 140],
        [415, 95],
      ],
    ],
  },
  tower: {
    file: 'images/progressive-tower.jpg',
    width: 512,
    drawnWidth: 1024,
    outlines: [
      [
        [472, 25],
        [480, 25],
        [483, 110],
        [497, 115],
        [500, 175],
        [492, 190],
        [497, 380],
        [500, 500],
        [515, 635],
        [533, 645],
        [530, 670],
        [525, 672],
        [557, 808],
        [582, 812],
        [582, 850],
        [622, 935],
        [588, 962],
        [565, 925],
        [530, 900],
        [475, 890],
        [420, 900],
        [385, 925],
        [362, 962],
        [310, 935],
        [350, 865],
        [352, 810],
        [375, 808],
        [412, 670],
        [403, 668],
        [405, 645],
        [422, 635],
        [438, 500],
        [446, 380],
        [455, 190],
        [448, 175],
        [452, 115],
        [470, 110],
      ],
      [
        [446, 715],
        [490, 715],
        [503, 808],
        [430, 808],
      ],
    ],
  },
} as const satisfies Record<string, { file: string; width: number; drawnWidth: number; outlines: readonly Outline[] }>;

const circle = (radius: (turn: number) => number, points: number): Outline =>
  Array.from({ length: points }, (_, index) => {
    const turn = (index / points) * 2 * Math.PI;
    return [0.5 + radius(turn) * Math.cos(turn), 0.5 + radius(turn) * Math.sin(turn)] as const;
  });

/** Shapes in a square of side 1, filled with part of a photo. */
const shapes = {
  star: circle((turn) => (Math.round((turn / Math.PI) * 5) % 2 === 0 ? 0.48 : 0.22), 10),
  disc: circle(() => 0.48, 90),
  leaf: circle((turn) => 0.36 + 0.1 * Math.sin(3 * turn) + 0.03 * Math.cos(7 * turn), 180),
} as const;

const SIZE = { width: 640, height: 480 };

/** Parts of photos, as fractions of their sides, that serve as backgrounds and textures. */
const parts = {
  london: ['images/photo-london-1020x768.jpg', 0, 0.1, 1, 0.9],
  bamboo: ['images/photo-10mp-nikon-d80.jpg', 0.7, 0, 0.3, 0.5],
  roof: ['images/photo-12mp-pixel8-ultrahdr.jpg', 0, 0.4, 1, 0.56],
  waterfall: ['images/exif-orientation-1.jpg', 0, 0, 1, 1],
  park: ['images/progressive-tower.jpg', 0.55, 0.6, 0.45, 0.34],
  fur: ['images/photo-10mp-nikon-d80.jpg', 0.2, 0.15, 0.25, 0.3],
  hills: ['images/art-32mp-7500x4221.jpg', 0.2, 0.1, 0.5, 0.6],
  beams: ['images/photo-12mp-pixel8-ultrahdr.jpg', 0.1, 0.6, 0.8, 0.35],
  skyline: ['images/photo-12mp-pixel8-ultrahdr.jpg', 0, 0.1, 1, 0.35],
  jungle: ['images/exif-orientation-1.jpg', 0, 0.1, 0.6, 0.6],
  water: ['images/exif-orientation-1.jpg', 0.3, 0.6, 0.4, 0.3],
} as const;
type Part = keyof typeof parts;

type Rgb = readonly [red: number, green: number, blue: number];

/** Made backgrounds: color in the middle, color in the corners, color of the floor, and noise in levels. */
const rooms = {
  studio: [[250, 250, 248], [214, 214, 216], [236, 236, 236], 4],
  desk: [[226, 222, 214], [190, 184, 176], [150, 112, 78], 10],
  night: [[70, 74, 88], [24, 26, 34], [48, 44, 44], 12],
  cloth: [[96, 128, 168], [70, 98, 140], [88, 118, 156], 26],
} as const satisfies Record<string, readonly [middle: Rgb, corner: Rgb, floor: Rgb, noise: number]>;
type Room = keyof typeof rooms;

/** Subjects pasted on backgrounds: position and width as fractions of the background's width. */
type Pasted = readonly [subject: string, background: Part | Room, x: number, y: number, width: number, texture?: Part];

const pasted: readonly Pasted[] = [
  ['dice', 'london', 0.2, 0.1, 0.6],
  ['dice', 'bamboo', 0.3, 0.2, 0.5],
  ['dice', 'roof', 0.1, 0.1, 0.7],
  ['panda', 'london', 0.25, 0.2, 0.5],
  ['panda', 'waterfall', 0.15, 0.15, 0.6],
  ['panda', 'park', 0.3, 0.2, 0.55],
  ['panda', 'roof', 0.2, 0.15, 0.6],
  ['doll', 'london', 0.3, 0.05, 0.45],
  ['doll', 'bamboo', 0.2, 0.05, 0.45],
  ['doll', 'roof', 0.35, 0.1, 0.4],
  ['doll', 'waterfall', 0.4, 0.05, 0.45],
  ['star', 'london', 0.2, 0.1, 0.5, 'fur'],
  ['disc', 'bamboo', 0.3, 0.15, 0.45, 'beams'],
  ['leaf', 'park', 0.25, 0.08, 0.5, 'bamboo'],
  ['star', 'waterfall', 0.3, 0.1, 0.5, 'hills'],
  ['disc', 'roof', 0.15, 0.1, 0.5, 'waterfall'],
  ['leaf', 'hills', 0.3, 0.1, 0.5, 'fur'],
];

/** Twenty more: products in rooms with a floor, a vignette, noise and a shadow, and subjects on parts of photos. */
const pastedLater: readonly Pasted[] = [
  ['dice', 'studio', 0.25, 0.2, 0.5],
  ['dice', 'desk', 0.35, 0.3, 0.35],
  ['dice', 'night', 0.15, 0.15, 0.6],
  ['doll', 'studio', 0.3, 0.05, 0.42],
  ['doll', 'desk', 0.2, 0.05, 0.4],
  ['doll', 'night', 0.35, 0.08, 0.4],
  ['doll', 'cloth', 0.3, 0.05, 0.42],
  ['panda', 'studio', 0.2, 0.15, 0.6],
  ['panda', 'desk', 0.3, 0.2, 0.5],
  ['panda', 'cloth', 0.2, 0.2, 0.55],
  ['leaf', 'studio', 0.25, 0.1, 0.5, 'waterfall'],
  ['star', 'desk', 0.25, 0.05, 0.5, 'bamboo'],
  ['disc', 'cloth', 0.3, 0.15, 0.4, 'fur'],
  ['leaf', 'night', 0.2, 0.1, 0.55, 'hills'],
  ['dice', 'water', 0.3, 0.2, 0.45],
  ['dice', 'hills', 0.2, 0.2, 0.5],
  ['panda', 'skyline', 0.1, 0.2, 0.5],
  ['doll', 'hills', 0.5, 0.1, 0.35],
  ['star', 'jungle', 0.25, 0.1, 0.5, 'beams'],
  ['disc', 'skyline', 0.4, 0.3, 0.4, 'jungle'],
];

/** Twenty photos: three with subjects outlined by hand, and seventeen with subjects pasted on other photos. */
export async function subjectPhotos(): Promise<SubjectPhoto[]> {
  const outlined = await outlinedPhotos();
  return [...outlined, ...(await Promise.all(pasted.map((each) => paste(each, outlined))))];
}

/** The second twenty photos of docs/decisions/0039-subjects-without-a-box.md. */
export async function laterSubjectPhotos(): Promise<SubjectPhoto[]> {
  const outlined = await outlinedPhotos();
  return Promise.all(pastedLater.map((each) => paste(each, outlined)));
}

async function outlinedPhotos(): Promise<SubjectPhoto[]> {
  return Promise.all(
    Object.entries(drawn).map(async ([name, { file, width, drawnWidth, outlines }]) => {
      const { data, info } = await sharp(samplePath(file))
        .resize({ width })
        .removeAlpha()
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const image = wrapRaster(info.width, info.height, new Uint8Array(data));
      const truth = fill(scaled(outlines, width / drawnWidth), image);
      return { name, image, truth, box: boxAround(truth, image) };
    }),
  );
}

async function paste(
  [subject, background, x, y, share, texture]: Pasted,
  outlined: readonly SubjectPhoto[],
): Promise<SubjectPhoto> {
  const image = background in rooms ? room(background as Room) : await partOf(background as Part, SIZE);
  const truth = new Uint8Array(SIZE.width * SIZE.height);
  const width = Math.round(share * SIZE.width);
  const top = await cutOut(subject, width, texture, outlined);
  const [left, upper] = [Math.round(x * SIZE.width), Math.round(y * SIZE.height)];
  if (background in rooms) castShadow(image, top, left, upper);
  for (let row = 0; row < Math.min(top.height, SIZE.height - upper); row++)
    for (let column = 0; column < Math.min(top.width, SIZE.width - left); column++) {
      const from = (row * top.width + column) * 4;
      const pixel = (upper + row) * SIZE.width + left + column;
      const alpha = top.data[from + 3] as number;
      for (let channel = 0; channel < 3; channel++) {
        const under = image.data[pixel * 4 + channel] as number;
        image.data[pixel * 4 + channel] = under + (((top.data[from + channel] as number) - under) * alpha) / 255;
      }
      truth[pixel] = Number(alpha >= 128);
    }
  const name = [subject, texture, 'on', background].filter(Boolean).join(' ');
  return { name, image, truth, box: boxAround(truth, image) };
}

function room(name: Room): Raster {
  const [middle, corner, floor, noise] = rooms[name];
  const image = createRaster(SIZE.width, SIZE.height);
  const next = random(11);
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
    const [x, y] = [(pixel % SIZE.width) / SIZE.width, Math.floor(pixel / SIZE.width) / SIZE.height];
    const dark = Math.min(1, 2 * ((x - 0.5) ** 2 + (y - 0.5) ** 2));
    const grain = next(noise * 2 + 1) - noise;
    const wall = y < 0.72 ? middle : floor;
    for (let channel = 0; channel < 3; channel++) {
      const light = wall[channel] as number;
      const shade = y < 0.72 ? (corner[channel] as number) : light * 0.8;
      image.data[pixel * 4 + channel] = light + (shade - light) * dark + grain;
    }
    image.data[pixel * 4 + 3] = 255;
  }
  return image;
}

/** Darkens the background under a subject by a soft ellipse. */
function castShadow({ data }: Raster, top: Raster, left: number, upper: number): void {
  const [x, y] = [left + top.width * 0.5, Math.min(SIZE.height, upper + top.height * 0.97)];
  const [radiusX, radiusY] = [top.width * 0.5, top.height * 0.1];
  for (let pixel = 0; pixel < SIZE.width * SIZE.height; pixel++) {
    const across = ((pixel % SIZE.width) - x) / radiusX;
    const down = (Math.floor(pixel / SIZE.width) - y) / radiusY;
    const light = 1 - 0.45 * Math.exp(-2 * (across * across + down * down));
    for (let channel = 0; channel < 3; channel++)
      data[pixel * 4 + channel] = (data[pixel * 4 + channel] as number) * light;
  }
}

async function partOf(part: Part, size: { width: number; height: number }): Promise<Raster> {
  const [file, left, top, width, height] = parts[part];
  const { width: w = 0, height: h = 0 } = await sharp(samplePath(file)).metadata();
  const region = {
    left: Math.round(left * w),
    top: Math.round(top * h),
    width: Math.floor(width * w),
    height: Math.floor(height * h),
  };
  const data = await sharp(samplePath(file))
    .extract(region)
    .resize({ ...size, fit: 'cover' })
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer();
  return wrapRaster(size.width, size.height, new Uint8Array(data));
}

/** Returns a subject with its mask as alpha. */
async function cutOut(subject: string, width: number, texture: Part | undefined, outlined: readonly SubjectPhoto[]) {
  if (subject === 'dice') return resized(sharp(samplePath('images/alpha-lossy.webp')), width);
  const photo = outlined.find(({ name }) => name === subject);
  const source = photo?.image ?? (await partOf(texture ?? 'fur', { width, height: width }));
  const truth = photo?.truth ?? fill(scaled([shapes[subject as keyof typeof shapes]], width), source);
  const data = source.data.slice();
  for (let pixel = 0; pixel < truth.length; pixel++) data[pixel * 4 + 3] = (truth[pixel] as number) * 255;
  const raw = { width: source.width, height: source.height, channels: 4 } as const;
  return resized(sharp(Buffer.from(data.buffer), { raw }), width);
}

async function resized(image: Sharp, width: number): Promise<Raster> {
  const { data, info } = await image.ensureAlpha().resize({ width }).raw().toBuffer({ resolveWithObject: true });
  return wrapRaster(info.width, info.height, new Uint8Array(data));
}

const scaled = (outlines: readonly Outline[], scale: number): Point[][] =>
  outlines.map((outline) => outline.map(([x, y]) => ({ x: x * scale, y: y * scale })));

/** Fills outlines by the even-odd rule at the centers of pixels. */
function fill(
  outlines: readonly (readonly Point[])[],
  { width, height }: { width: number; height: number },
): Uint8Array {
  const filled = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const crossings = outlines
      .flatMap((outline) =>
        outline.flatMap((a, index) => {
          const b = outline[(index + 1) % outline.length] as Point;
          const at = y + 0.5;
          return a.y <= at === b.y <= at ? [] : [a.x + ((at - a.y) / (b.y - a.y)) * (b.x - a.x)];
        }),
      )
      .sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2)
      filled.fill(
        1,
        y * width + Math.max(0, Math.round(crossings[index] as number)),
        y * width + Math.round(Math.min(width, crossings[index + 1] as number)),
      );
  }
  return filled;
}

/** Returns a box with a margin of 4 % of the subject's sides, as a visitor might draw it. */
function boxAround(truth: Uint8Array, { width, height }: Raster): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  truth.forEach((value, pixel) => {
    if (!value) return;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
  });
  const [across, down] = [Math.ceil((right - left) * 0.04), Math.ceil((bottom - top) * 0.04)];
  return {
    left: Math.max(0, left - across),
    top: Math.max(0, top - down),
    right: Math.min(width, right + across),
    bottom: Math.min(height, bottom + down),
  };
}

/** Returns the number of pixels in both masks, divided by the number of pixels in at least one mask. */
export function intersectionOverUnion(truth: Uint8Array, mask: ArrayLike<number>): number {
  let [both, either] = [0, 0];
  for (let pixel = 0; pixel < truth.length; pixel++) {
    const [a, b] = [truth[pixel] === 1, (mask[pixel] as number) >= 128];
    if (a && b) both++;
    if (a || b) either++;
  }
  return both / either;
}
