import type { OperationContext } from './platform.ts';

/**
 * Pieces of work that are worth a worker, by name. A task gets and gives what
 * `structuredClone` can carry; the buffers of its result are moved, not copied.
 */
export const tasks = {
  'decode-wasm': async (input: import('./image/codecs.ts').WasmDecodeInput, context: TaskContext) =>
    (await import('./image/codecs.ts')).decodeWithWasm(input, context),
  'encode-wasm': async (input: import('./image/codecs.ts').WasmEncodeInput, context: TaskContext) =>
    (await import('./image/codecs.ts')).encodeWithWasm(input, context),
  'resample-rows': async (input: import('./image/resample.ts').ResampleRowsInput) =>
    (await import('./image/resample.ts')).resampleRows(input),
  'color-matrix-rows': async (input: import('./image/adjust-color.ts').ColorMatrixRowsInput) =>
    (await import('./image/adjust-color.ts')).colorMatrixRows(input),
  'blur-rows': async (input: import('./image/blur-sharpen-rows.ts').BlurRowsInput) =>
    (await import('./image/blur-sharpen-rows.ts')).blurRows(input),
  'sharpen-rows': async (input: import('./image/blur-sharpen-rows.ts').SharpenRowsInput) =>
    (await import('./image/blur-sharpen-rows.ts')).sharpenRows(input),
  'blend-rows': async (input: import('./image/blend-rows.ts').BlendRowsInput) =>
    (await import('./image/blend-rows.ts')).blendRows(input),
  'mask-rows': async (input: import('./image/blend-rows.ts').MaskRowsInput) =>
    (await import('./image/blend-rows.ts')).maskRows(input),
  'mask-band': async (input: import('./image/make-mask.ts').MaskBandInput) =>
    (await import('./image/make-mask.ts')).makeMaskBand(input),
  'draw-shapes': async (input: import('./shapes/draw.ts').DrawTask, context: TaskContext) =>
    (await import('./shapes/draw.ts')).drawScene(input, context),
  'write-text': async (input: import('./text/write.ts').WriteTask, context: TaskContext) =>
    (await import('./text/write.ts')).paintWork(input, context),
  'encode-mp3-piece': async (input: import('./audio/encode-piece.ts').EncodePieceInput, context: TaskContext) =>
    (await import('./audio/encode-piece.ts')).encodePiece(input, context),
  'decode-mp3-piece': async (input: import('./audio/decode-piece.ts').DecodePieceInput) =>
    (await import('./audio/decode-piece.ts')).decodePiece(input),
  'render-sound': async (input: import('./video/render-sound.ts').RenderSoundInput) =>
    (await import('./video/render-sound.ts')).renderSound(input),
  'prepare-picture': async (input: import('./video/prepare-picture.ts').PreparePictureInput) =>
    (await import('./video/prepare-picture.ts')).preparePicture(input),
  'encode-gif-frame': async (input: import('./gif/encode-frame.ts').GifFrameInput) =>
    (await import('./gif/encode-frame.ts')).encodeGifFrame(input),
} as const;

export type TaskContext = Pick<OperationContext, 'platform' | 'onProgress'>;
export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;

/** The buffers in a task's result: itself or its own properties, as far as they are typed arrays. */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  const candidates = ArrayBuffer.isView(value)
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value)
      : [];
  const buffers = new Set<ArrayBuffer>();
  for (const candidate of candidates)
    if (ArrayBuffer.isView(candidate) && candidate.buffer instanceof ArrayBuffer) buffers.add(candidate.buffer);
  return [...buffers];
}
