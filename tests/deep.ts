/** Whether `npm run test:deep` runs: tests then use all their seeds, sizes and files, and measure time and memory. */
export const isDeep = process.env.FUDEBAKO_DEEP === '1';

/** Returns all values in `npm run test:deep`, and the first of them in `npm test`. */
export const firstOf = <Value>(values: readonly Value[], count = 1): readonly Value[] =>
  isDeep ? values : values.slice(0, count);

/** Returns the first number in `npm run test:deep`, and the second in `npm test`. */
export const deepOr = (deep: number, usual: number): number => (isDeep ? deep : usual);
