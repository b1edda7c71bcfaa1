import { proxy, type Remote, wrap } from 'comlink';
import { CancelledError } from '#core/errors.ts';
import { carryErrors } from '../../platform/comlink-errors.ts';
import type { JobOptions } from '../../platform/studio.ts';
import type { MaskEaselApi, MaskGround } from './mask.worker.ts';
import type { MaskPatch } from './mask-patch.ts';
import type { PackedStroke } from './mask-strokes.ts';

export type { MaskGround } from './mask.worker.ts';

let remote: Remote<MaskEaselApi> | undefined;
let lastJob = 0;

/** The worker that holds the mask; it starts with the first mask. */
export function easel(): Remote<MaskEaselApi> {
  if (!remote) {
    carryErrors();
    const worker = new Worker(new URL('./mask.worker.ts', import.meta.url), { type: 'module', name: 'mask' });
    remote = wrap<MaskEaselApi>(worker);
  }
  return remote;
}

/** Makes a mask in the worker; see `MaskEasel.open`. */
export async function openMask(
  ground: MaskGround,
  { strokes, invert }: { readonly strokes: readonly PackedStroke[]; readonly invert: boolean },
  { signal, onProgress }: JobOptions,
): Promise<{ width: number; height: number }> {
  if (signal?.aborted) throw new CancelledError();
  const worker = easel();
  const job = ++lastJob;
  const cancel = () => void worker.cancel(job);
  signal?.addEventListener('abort', cancel);
  try {
    return await worker.open(job, ground, strokes, invert, proxy(onProgress ?? (() => {})));
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Draws all of the mask; each strip is a task of its own for the page. */
export const redrawMask = (draw: (patch: MaskPatch) => void): Promise<void> =>
  easel().redraw(proxy(async (patch) => draw(patch)));
