import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { flatten } from './flatten.ts';
import { paintForeground } from './mask/foreground.ts';
import { wholeSubject } from './mask/whole-subject.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'cut-out': typeof cutOut;
  }
}

export interface RemoveBackgroundParameters {
  /** Color behind the subject, or `transparent`. */
  readonly background: string;
  /** True for soft edges with the subject's own colors; false for hard edges. */
  readonly matte: boolean;
}

/**
 * Finds the subject of an image, and makes all other pixels transparent black or fills them with a color. Warns with
 * `subjectUnclear` if another subject may be meant. Throws FudebakoError `subjectNowhere`; CancelledError.
 */
export async function removeBackground(
  { width, height, data }: Raster,
  { background, matte }: RemoveBackgroundParameters,
  { platform, signal, onWarning }: OperationContext,
): Promise<Raster> {
  const copy = data.slice();
  const { isClear, ...cut } = await platform.workers.run(
    'cut-out',
    { width, height, data: copy, matte },
    { ...(signal && { signal }), transfer: [copy.buffer], workBytes: copy.byteLength * 2 },
  );
  if (!isClear) onWarning?.({ code: 'subjectUnclear', data: {} });
  return background === 'transparent' ? cut : flatten(cut, background);
}

export interface CutOutInput extends Raster {
  readonly matte: boolean;
}

export async function cutOut({ matte, ...image }: CutOutInput): Promise<Raster & { readonly isClear: boolean }> {
  const subject = wholeSubject(image, { hints: [], refine: matte });
  paintForeground(image, subject);
  return { ...image, isClear: subject.isClear };
}
