/** Past these no picture is anything but a line. */
const LIMITS = { min: 0.01, max: 100 } as const;

const TYPED = /^(\d{1,6}(?:[.,]\d{1,6})?)(?:\s*[:/x×∶]\s*(\d{1,6}(?:[.,]\d{1,6})?))?$/;

/** The two numbers of a ratio as somebody types it; one alone stands beside 1. Nothing for anything else. */
function typedSides(text: string): readonly [string, string] | undefined {
  const [, width, height = '1'] = TYPED.exec(text.normalize('NFKC').trim().toLowerCase()) ?? [];
  return width === undefined ? undefined : [width, height];
}

/**
 * Width ÷ height of a typed ratio: `4:5`, `4/5`, `1.91` (to 1), also in full-width characters or with a decimal comma.
 * @returns nothing where it is no ratio, or one beyond 100 to 1
 */
export function parseAspectRatio(text: string): number | undefined {
  const [width = Number.NaN, height = Number.NaN] =
    typedSides(text)?.map((side) => Number(side.replace(',', '.'))) ?? [];
  const ratio = width / height;
  return ratio >= LIMITS.min && ratio <= LIMITS.max ? ratio : undefined;
}

/** The same ratio standing on its other side: `4:5` becomes `5:4`, `1.91` becomes `1:1.91`. */
export function turnAspectRatio(text: string): string {
  const sides = typedSides(text);
  return sides ? `${sides[1]}:${sides[0]}` : text;
}
