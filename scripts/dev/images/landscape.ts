/** The sample image: an ink painting of a lake, random with a fixed seed. Videos omit the grain to save bytes. */
export const LANDSCAPE = { width: 1200, height: 800 };

const { width, height } = LANDSCAPE;
const SHORE_Y = 560;
const SUN = { x: 812, y: 300, radius: 88 };

type Random = () => number;
type Point = readonly [x: number, y: number];

export function drawLandscape({ seed = 7, grain = true } = {}): string {
  const random = randomFrom(seed);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
${gradient('sky', ['#efe3cd', '#f7ecd9', '#fbe3cc'])}
${gradient('lake', ['#f0d9c2', '#b9c3cb', '#5f7690'])}
${gradient('sun', ['#d8492b', '#c8371b'])}
${mountains.map(({ colors }, index) => gradient(`ridge${index}`, colors)).join('\n')}
<radialGradient id="glow"><stop offset="0" stop-color="#f2a27c" stop-opacity=".7"/><stop offset="1" stop-color="#f2a27c" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-20%" y="-300%" width="140%" height="700%"><feGaussianBlur stdDeviation="14"/></filter>
<filter id="softer" x="-30%" y="-100%" width="160%" height="300%"><feGaussianBlur stdDeviation="26 9"/></filter>
<filter id="bleed"><feTurbulence type="fractalNoise" baseFrequency=".035" numOctaves="3" seed="4"/><feDisplacementMap in="SourceGraphic" scale="7"/></filter>
<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="9"/><feColorMatrix values="0 0 0 0 .35 0 0 0 0 .3 0 0 0 0 .22 0 0 0 -.5 .32"/></filter>
<clipPath id="water"><rect y="${SHORE_Y}" width="${width}" height="${height - SHORE_Y}"/></clipPath>
</defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${SUN.x}" cy="${SUN.y}" r="270" fill="url(#glow)"/>
<circle cx="${SUN.x}" cy="${SUN.y}" r="${SUN.radius}" fill="url(#sun)" filter="url(#bleed)"/>
${mountains.map((mountain, index) => drawMountain(mountain, index, random)).join('\n')}
${drawLake(random)}
${drawBirds()}
${drawBoat()}
${drawPine(random)}
${grain ? `<rect width="${width}" height="${height}" filter="url(#grain)" opacity=".5"/>` : ''}
</svg>`;
}

interface Mountain {
  /** Vertical position of the mountain's foot in pixels. `rise` is the height of the mountain above its foot. */
  readonly base: number;
  readonly rise: number;
  readonly roughness: number;
  /** Peaks of the mountain: x as a fraction of the image's width, y as a fraction of `rise`. */
  readonly peaks: readonly Point[];
  readonly colors: readonly string[];
}

/** Mountains from the farthest, almost as light as paper, to the nearest, almost as dark as ink. */
const mountains: readonly Mountain[] = [
  {
    base: 430,
    rise: 190,
    roughness: 0.1,
    peaks: [
      [0, 0.35],
      [0.2, 0.75],
      [0.34, 0.5],
      [0.55, 1],
      [0.72, 0.45],
      [1, 0.8],
    ],
    colors: ['#b9c0c6', '#e9dfd0'],
  },
  {
    base: 490,
    rise: 200,
    roughness: 0.12,
    peaks: [
      [0, 0.9],
      [0.14, 1],
      [0.34, 0.35],
      [0.5, 0.6],
      [0.66, 0.2],
      [0.86, 0.7],
      [1, 0.5],
    ],
    colors: ['#8fa0b0', '#e4d8c8'],
  },
  {
    base: 540,
    rise: 210,
    roughness: 0.13,
    peaks: [
      [0, 0.45],
      [0.1, 0.75],
      [0.27, 1],
      [0.44, 0.25],
      [0.62, 0.1],
      [0.84, 0.35],
      [1, 0.95],
    ],
    colors: ['#5d758f', '#d7cfc3'],
  },
  {
    base: 572,
    rise: 150,
    roughness: 0.16,
    peaks: [
      [0, 0.9],
      [0.12, 0.5],
      [0.3, 0.18],
      [0.5, 0.02],
      [0.78, 0.05],
      [0.9, 0.5],
      [1, 0.85],
    ],
    colors: ['#2f4766', '#8a99a6'],
  },
];

function drawMountain(mountain: Mountain, index: number, random: Random): string {
  const ridge = ridgeOf(mountain, random);
  const outline = `M0 ${mountain.base + 40} L${ridge.map(([x, y]) => `${round(x)} ${round(y)}`).join(' ')} L${width} ${mountain.base + 40}Z`;
  const mist = `<ellipse cx="${width * (0.3 + 0.4 * random())}" cy="${mountain.base + 6}" rx="${width * 0.62}" ry="26" fill="#f8ecdb" opacity=".75" filter="url(#soft)"/>`;
  const shape = `d="${outline}" fill="url(#ridge${index})"`;
  // Draws the shape twice, because a blurred outline alone leaves gaps at the image's edge.
  return `<path ${shape}/><path ${shape} filter="url(#bleed)"/>\n${mist}`;
}

/** Returns a mountain's outline: peaks joined by cosine slopes, roughened by midpoint displacement. */
function ridgeOf({ base, rise, roughness, peaks }: Mountain, random: Random): readonly Point[] {
  const steps = 160;
  const noise = midpointNoise(steps, random);
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const x = step / steps;
    const next = Math.max(
      1,
      peaks.findIndex(([at]) => at >= x),
    );
    const [fromX, fromY] = peaks[next - 1] ?? [0, 0];
    const [toX, toY] = peaks[next] ?? [1, 0];
    const along = (1 - Math.cos(((x - fromX) / (toX - fromX)) * Math.PI)) / 2;
    const share = fromY + (toY - fromY) * along;
    return [x * width, base - rise * (share + (noise[step] ?? 0) * roughness * (0.3 + share))];
  });
}

function midpointNoise(steps: number, random: Random): readonly number[] {
  const size = 2 ** Math.ceil(Math.log2(steps));
  const heights = new Array<number>(size + 1).fill(0);
  for (let span = size, scale = 1; span > 1; span /= 2, scale *= 0.56)
    for (let at = span / 2; at < size; at += span)
      heights[at] = ((heights[at - span / 2] ?? 0) + (heights[at + span / 2] ?? 0)) / 2 + (random() - 0.5) * 2 * scale;
  return heights;
}

function drawLake(random: Random): string {
  const glints = Array.from({ length: 34 }, (_, index) => {
    const depth = index / 34;
    const y = SHORE_Y + 10 + depth ** 1.25 * 210;
    const half = (16 + 62 * (1 - depth)) * (0.35 + 0.9 * random());
    const x = SUN.x + (random() - 0.5) * (26 + 60 * depth);
    return `<path d="M${round(x - half)} ${round(y)}q${round(half)} ${round(-3 - 2 * random())} ${round(half * 2)} 0q${round(-half)} ${round(3 + 2 * random())} ${round(-half * 2)} 0Z" fill="#cf4326" opacity="${round(0.78 - 0.55 * depth)}"/>`;
  });
  const ripples = Array.from({ length: 46 }, () => {
    const depth = random();
    const y = SHORE_Y + 14 + depth ** 1.4 * (height - SHORE_Y - 20);
    const long = 40 + 150 * random() * (0.4 + depth);
    return `<path d="M${round(random() * width)} ${round(y)}q${round(long / 2)} ${round(-2 - 3 * depth)} ${round(long)} 0" stroke="${random() > 0.5 ? '#fbf2e4' : '#3d5675'}" stroke-width="${round(0.8 + 1.4 * depth)}" fill="none" opacity="${round(0.16 + 0.26 * random())}" stroke-linecap="round"/>`;
  });
  return `<g clip-path="url(#water)"><rect y="${SHORE_Y}" width="${width}" height="${height - SHORE_Y}" fill="url(#lake)"/>
<ellipse cx="180" cy="${SHORE_Y + 30}" rx="330" ry="46" fill="#2f4766" opacity=".38" filter="url(#softer)"/>
<ellipse cx="1120" cy="${SHORE_Y + 24}" rx="190" ry="36" fill="#2f4766" opacity=".38" filter="url(#softer)"/>
${glints.join('\n')}
${ripples.join('\n')}</g>
<ellipse cx="560" cy="${SHORE_Y}" rx="520" ry="10" fill="#fbf0e0" opacity=".85" filter="url(#soft)"/>`;
}

function drawBirds(): string {
  const birds: readonly (readonly [x: number, y: number, size: number])[] = [
    [610, 190, 17],
    [652, 172, 13],
    [688, 196, 11],
    [566, 212, 10],
  ];
  return birds
    .map(
      ([x, y, size]) =>
        `<path d="M${x - size} ${y - size * 0.34}q${size * 0.62} ${-size * 0.3} ${size} ${size * 0.4}q${size * 0.42} ${-size * 0.72} ${size} ${-size * 0.5}" fill="none" stroke="#2a2b30" stroke-width="2.4" stroke-linecap="round" opacity=".82"/>`,
    )
    .join('\n');
}

function drawBoat(): string {
  return `<g transform="translate(596 628)">
<path d="M6 14q-1-38 8-44q9-5 15 3q7 12 5 40Z" fill="#2f4766"/>
<circle cx="20" cy="-36" r="7.5" fill="#20242c"/>
<path d="M4-37q16-15 33 0Z" fill="#c9a66b"/>
<path d="M-66 0q64 22 138-6q-10 26-40 27h-62q-28-1-36-21Z" fill="#20242c"/>
<path d="M-60 3q62 20 126-5" fill="none" stroke="#c8371b" stroke-width="3"/>

<path d="M34-58L54 28" stroke="#20242c" stroke-width="3" stroke-linecap="round"/>
<ellipse cx="4" cy="27" rx="74" ry="7" fill="#20242c" opacity=".3" filter="url(#bleed)"/>
</g>`;
}

function drawPine(random: Random): string {
  const boughs = [
    'M-30 640C60 560 92 470 96 360C99 280 120 214 168 150L180 158C142 226 128 292 128 366C126 486 90 590 0 690Z',
    'M100 400C168 372 232 366 330 392L328 400C240 384 176 392 112 430Z',
    'M112 290C176 240 262 214 372 222L371 229C272 226 190 262 120 316Z',
    'M120 262C100 228 84 214 60 204L62 198C90 206 108 220 130 250Z',
    'M100 372C80 338 50 324 4 322L4 316C56 316 88 330 112 360Z',
    'M92 500C70 474 40 462-6 460L-6 454C46 454 80 466 104 492Z',
    'M104 480C150 482 196 498 236 530L231 536C190 512 148 502 100 506Z',
  ];
  const cushions: readonly (readonly [x: number, y: number, size: number])[] = [
    [178, 166, 76],
    [104, 206, 62],
    [272, 236, 66],
    [364, 236, 60],
    [318, 208, 48],
    [48, 322, 60],
    [246, 396, 62],
    [332, 408, 58],
    [184, 352, 46],
    [22, 462, 62],
    [232, 544, 54],
    [166, 506, 44],
  ];
  return `<g filter="url(#bleed)">${boughs.map((bough) => `<path d="${bough}" fill="#1d2026"/>`).join('')}</g>
${cushions.map(([x, y, size]) => drawNeedles(x, y, size, random)).join('\n')}`;
}

function drawNeedles(x: number, y: number, size: number, random: Random): string {
  const layers = ['#1c2a2c', '#27403d', '#3d5a50'];
  return layers
    .map((color, layer) => {
      const needles = Array.from({ length: 74 - layer * 16 }, () => {
        const across = (random() * 2 - 1) * (1 - layer * 0.12);
        const fromX = x + across * size;
        const fromY = y - Math.sqrt(1 - across ** 2) * size * (0.08 + 0.34 * random()) - layer * size * 0.07;
        const angle = -Math.PI / 2 + across * 1.05 + (random() - 0.5) * 1.5;
        const long = size * (0.22 + 0.16 * random());
        return `M${round(fromX)} ${round(fromY)}l${round(Math.cos(angle) * long)} ${round(Math.sin(angle) * long)}`;
      });
      return `<path d="${needles.join('')}" stroke="${color}" stroke-width="${2.6 - layer * 0.4}" stroke-linecap="round" fill="none" opacity="${0.92 - layer * 0.12}"/>`;
    })
    .join('');
}

function gradient(id: string, colors: readonly string[]): string {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`);
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns a generator of pseudorandom numbers from 0 to 1 with a seed (Mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
