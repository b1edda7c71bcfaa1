import { describe, expect, it } from 'vitest';
import { fitText } from '#app/tools/text-boxes/clipboard.ts';
import { findOperation } from '#core/operations/index.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { platform } from '../inline-platform.ts';

const operation = findOperation('write-texts') as NonNullable<ReturnType<typeof findOperation>>;
const write = (text: object, size: { width: number; height: number }) =>
  operation.run({}, parseOperationParameters(operation, { ...size, texts: [text] }), { platform }) as Promise<{
    data: Uint8ClampedArray;
  }>;

describe('a text placed by fractions of the image', () => {
  const look = { text: 'Half', drawBox: true, borderWidth: 2, charGapEm: 0 };
  const shares = { ...look, fontPctH: 10, boxFractions: { left: 0.25, top: 0.5, right: 0.75, bottom: 1 } };

  it.each([
    [{ width: 200, height: 120 }, 9, { left: 50, top: 60, right: 150, bottom: 120 }],
    [{ width: 400, height: 400 }, 30, { left: 100, top: 200, right: 300, bottom: 400 }],
  ])('given as %j equals the text in pixels and points', async (size, fontPt, boundingBox) => {
    const made = await write(shares, size);
    expect(made.data).toEqual((await write({ ...look, fontPt, boundingBox }, size)).data);
    expect(made.data).not.toEqual((await write(look, size)).data);
  });

  it('is converted to pixels and points in an editor tab', () => {
    const [text] = parseOperationParameters(operation, { texts: [shares] }).texts as never[];
    expect(fitText(text as never, { width: 200, height: 120 })).toMatchObject({
      fontPt: 9,
      fontPctH: undefined,
      boundingBox: { left: 50, top: 60, right: 150, bottom: 120 },
      boxFractions: { left: 0, top: 0, right: 0, bottom: 0 },
    });
  });
});
