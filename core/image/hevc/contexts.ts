/** Initial values of the CABAC contexts for intra slices (ITU-T H.265, tables 9-5 to 9-37), by syntax element. */
// biome-ignore format: tables
const VALUES = {
  saoMerge: [153],
  saoType: [200],
  splitCodingUnit: [139, 141, 157],
  bypassTransform: [154],
  partMode: [184],
  previousIntraMode: [184],
  chromaMode: [63],
  qpDelta: [154, 154],
  splitTransform: [153, 138, 138],
  codedLuma: [111, 141],
  codedChroma: [94, 138, 182, 154, 154],
  skipTransform: [139, 139],
  lastX: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  lastY: [110, 110, 124, 125, 140, 153, 125, 127, 140, 109, 111, 143, 127, 111, 79, 108, 123, 63],
  codedSubBlock: [91, 171, 134, 141],
  significant: [
    111, 111, 125, 110, 110, 94, 124, 108, 124, 107, 125, 141, 179, 153, 125, 107, 125, 141, 179, 153, 125,
    107, 125, 141, 179, 153, 125, 140, 139, 182, 182, 152, 136, 152, 136, 153, 136, 139, 111, 136, 139, 111,
  ],
  greaterThan1: [
    140, 92, 137, 138, 140, 152, 138, 139, 153, 74, 149, 92, 139, 107, 122, 152, 140, 179, 166, 182, 140, 227, 122, 197,
  ],
  greaterThan2: [138, 153, 136, 167, 152, 152],
} as const;

type Contexts = Readonly<Record<keyof typeof VALUES, number>>;

let count = 0;

/** Index of the first CABAC context of each syntax element. */
export const CONTEXTS = Object.fromEntries(
  Object.entries(VALUES).map(([name, values]) => {
    count += values.length;
    return [name, count - values.length];
  }),
) as Contexts;

export const CONTEXT_COUNT = count;

export const INITIAL_VALUES: readonly number[] = Object.values(VALUES).flat();
