import type { SourceFile } from '../base/files.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { type CutOf, type DecodedImage, decodeImage } from './codecs/decode.ts';
import { cornersOf, shownRect } from './crop.ts';
import { scaledBy } from './print-scale.ts';
import { addPadding, factorsOf, planScale, type ScaleParameters, type ScalePlan } from './scale.ts';

/**
 * Decodes and scales an image file, a JPEG or PNG row by row. The bytes equal those of `scale` on the decoded image.
 * `check` receives the result's size before decoding, and may throw. Throws the errors of `decodeImage` and `scale`.
 */
export async function scaleFile(
  file: SourceFile,
  params: ScaleParameters,
  context: OperationContext,
  cut: CutOf | undefined,
  check: (result: Size) => void,
): Promise<DecodedImage> {
  const planOf = (size: Size): ScalePlan => {
    const shown = cut ? shownRect(cut(size), size) : { x: 0, y: 0, ...size };
    const { part, ...plan } = planScale(shown, params);
    return { ...plan, part: { ...part, x: shown.x + part.x, y: shown.y + part.y } };
  };
  let plan: ScalePlan | undefined;
  const { raster, header } = await decodeImage(
    file,
    context,
    (size) => cornersOf(planOf(size).part),
    (size) => {
      plan = planOf(size);
      check(plan.result);
      return plan.content;
    },
  );
  if (!plan) return { raster, header };
  return { raster: scaledBy(await addPadding(raster, plan, params, context), undefined, factorsOf(plan)), header };
}
