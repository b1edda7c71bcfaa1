import type { OperationId } from '#core/operations/index.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { refitRecipe, sizeAfter } from '#core/recipes/refit.ts';
import type { AnimationFormat } from '#core/text/animation/formats.ts';
import { type BlankBackground, referredFile } from '../workers/image-client.ts';
import { runFileOperation, withCaptions } from '../workers/media-client.ts';
import { type BatchOrder, batchWorker, type OrderInputs } from './batch-client.ts';
import type { AnimationExtras } from './batch-settings.ts';
import { type BatchItem, type ResultFile, storedFile } from './item.ts';

export interface BatchAnimation extends AnimationExtras {
  readonly operation: OperationId;
  readonly format: AnimationFormat;
}

export interface ItemOrder extends BatchOrder {
  readonly animation: BatchAnimation | undefined;
}

export async function makeItem(
  { row }: BatchItem,
  source: File | BlankBackground,
  order: ItemOrder,
  inputs: OrderInputs,
  job: { readonly signal: AbortSignal },
): Promise<ResultFile> {
  if (!row) return makeOne(source, order, inputs, job);
  const own = (await import('./tables.ts')).orderForRow(order.recipe, row);
  const files: OrderInputs = Object.fromEntries(
    await Promise.all(
      Object.entries(own.inputs).map(async ([name, file]) => [name, { name, blob: await storedFile(file) }] as const),
    ),
  );
  return makeOne(source, { ...order, recipe: own.recipe }, { ...inputs, ...files }, job);
}

async function makeOne(
  source: File | BlankBackground,
  order: ItemOrder,
  inputs: OrderInputs,
  job: { readonly signal: AbortSignal },
): Promise<ResultFile> {
  const { animation, ...still } = order;
  const drawing = animation && order.recipe.at(-1);
  if (animation && drawing) return makeAnimation(source, still, animation, drawing, inputs, job);
  const { blob, ...rest } = await batchWorker.run(source, still, inputs, job);
  return { ...rest, blob, bytes: blob.size };
}

async function makeAnimation(
  source: File | BlankBackground,
  order: BatchOrder,
  { operation, format, params: timing, audio, captions }: BatchAnimation,
  drawing: RecipeStep,
  inputs: OrderInputs,
  job: { readonly signal: AbortSignal },
): Promise<ResultFile> {
  const before = order.recipe.slice(0, -1);
  const still = { ...order, recipe: before, format: 'png' as const, encoding: { firstFrame: true } };
  const base = await batchWorker.run(source, still, inputs, job);
  const { width, height, warnings } = base;
  const from = order.madeOn ? sizeAfter(before, order.madeOn) : base;
  const [fitted = drawing] = refitRecipe([drawing], from, base);
  const image = new File([base.blob], 'name' in source ? source.name : 'blank.png', { type: base.blob.type });
  const fonts = [fitted.inputs?.fonts ?? []].flat().flatMap((reference) => {
    const font = inputs[reference];
    return font ? [new File([font.blob], font.name)] : [];
  });
  const captioned = await captions?.make();
  const params = { ...fitted.params, ...timing, ...captioned?.params, format };
  const files = withCaptions({ image, fonts, ...(audio && { audio }) }, captioned);
  const { blob } = await runFileOperation(operation, files, params, job);
  return { width, height, format, blob, bytes: blob.size, warnings };
}

export function inputsOf(recipe: Recipe): OrderInputs {
  const named = recipe.flatMap(({ inputs = {} }) => Object.values(inputs).flat());
  return Object.fromEntries(
    named.flatMap((reference) => {
      const file = referredFile(reference);
      return file ? [[reference, { name: file.name, blob: file.blob }]] : [];
    }),
  );
}
