const LIMITS = { min: 0.01, max: 100 } as const;

const TYPED = /^(\d{1,6}(?:[.,]\d{1,6})?)(?:\s*[:/x×∶]\s*(\d{1,6}(?:[.,]\d{1,6})?))?$/;

function typedSides(text: string): readonly [string, string] | undefined {
  const [, width, height = '1'] = TYPED.exec(text.normalize('NFKC').trim().toLowerCase()) ?? [];
  return width === undefined ? undefined : [width, height];
}

/** Parses `4:5`, `4/5` or `1.91` to width ÷ height. Returns `undefined` for other text or a ratio above 100:1. */
export function parseAspectRatio(text: string): number | undefined {
  const [width = Number.NaN, height = Number.NaN] =
    typedSides(text)?.map((side) => Number(side.replace(',', '.'))) ?? [];
  const ratio = width / height;
  return ratio >= LIMITS.min && ratio <= LIMITS.max ? ratio : undefined;
}

/** Swaps width and height of an aspect ratio: `4:5` becomes `5:4`, `1.91` becomes `1:1.91`. */
export function turnAspectRatio(text: string): string {
  const sides = typedSides(text);
  return sides ? `${sides[1]}:${sides[0]}` : text;
}
