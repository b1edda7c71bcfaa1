/** A sample overlay with a transparent background: a blossoming branch and petals, random with a fixed seed. */
export const BLOSSOMS = { width: 1200, height: 800 };

const { width, height } = BLOSSOMS;

type Random = () => number;

export function drawBlossoms(random: Random): string {
  const twigs = [
    'M1210 70C1090 84 1010 128 930 120C860 112 800 134 742 176L738 170C796 122 858 98 932 106C1010 112 1084 62 1210 34Z',
    'M1010 116C960 168 930 214 918 276L911 274C920 208 950 158 1000 110Z',
    'M1120 84C1086 150 1068 226 1074 310L1066 311C1056 226 1072 146 1108 78Z',
    'M900 116C872 84 838 66 792 58L793 52C842 56 880 76 912 110Z',
  ];
  const flowers: readonly (readonly [x: number, y: number, size: number])[] = [
    [742, 172, 26],
    [790, 132, 34],
    [800, 58, 26],
    [852, 92, 30],
    [868, 138, 38],
    [926, 96, 34],
    [918, 272, 30],
    [944, 204, 36],
    [976, 142, 42],
    [1016, 84, 30],
    [1048, 132, 44],
    [1070, 308, 32],
    [1064, 236, 38],
    [1096, 176, 36],
    [1112, 86, 46],
    [1160, 124, 40],
    [1168, 48, 38],
  ];
  const petals = Array.from({ length: 26 }, () => {
    const [x, y] = [width * (0.08 + 0.84 * random()), height * (0.3 + 0.62 * random())];
    return petal(x, y, 8 + 9 * random(), 360 * random(), 0.75 + 0.25 * random());
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
<radialGradient id="petal" cx=".5" cy="1" r="1"><stop offset="0" stop-color="#d9708c"/><stop offset=".45" stop-color="#f3b9c6"/><stop offset="1" stop-color="#fdeef0"/></radialGradient>
<filter id="shade" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="3" stdDeviation="4" flood-color="#20242c" flood-opacity=".28"/></filter>
</defs>
<g filter="url(#shade)">
${twigs.map((twig) => `<path d="${twig}" fill="#2a211f"/>`).join('\n')}
${flowers.map(([x, y, size]) => flower(x, y, size, random)).join('\n')}
${petals.join('\n')}
</g>
</svg>`;
}

function flower(x: number, y: number, size: number, random: Random): string {
  const turn = 72 * random();
  const petals = Array.from({ length: 5 }, (_, index) =>
    petal(x, y, size * (0.92 + 0.16 * random()), turn + 72 * index, 1),
  );
  const stamens = Array.from({ length: 9 }, (_, index) => {
    const angle = ((turn + 40 * index) * Math.PI) / 180;
    const [tipX, tipY] = [x + Math.cos(angle) * size * 0.36, y + Math.sin(angle) * size * 0.36];
    return `<path d="M${x} ${y}L${round(tipX)} ${round(tipY)}" stroke="#b8405f" stroke-width="1.2"/><circle cx="${round(tipX)}" cy="${round(tipY)}" r="${round(size * 0.055)}" fill="#e9b949"/>`;
  });
  return petals.join('') + stamens.join('');
}

/** Draws a petal with a notch at its tip. */
function petal(x: number, y: number, size: number, turn: number, opacity: number): string {
  return `<path transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(size)})" d="M0 0C-.5-.25-.56-.8-.2-1L0-.86L.2-1C.56-.8.5-.25 0 0Z" fill="url(#petal)" opacity="${round(opacity)}"/>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
