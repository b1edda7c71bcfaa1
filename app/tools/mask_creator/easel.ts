import { proxy, type Remote, wrap } from 'comlink';
import { carryErrors } from '../../platform/comlink-errors.ts';
import { runJob } from '../../platform/jobs.ts';
import type { JobOptions } from '../../platform/studio.ts';
import type { MaskEaselApi, MaskGround } from './mask.worker.ts';
import type { MaskPatch } from './mask-patch.ts';
import type { PackedStroke } from './mask-strokes.ts';

export type { MaskGround } from './mask.worker.ts';

let remote: Remote<MaskEaselApi> | undefined;

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
export function openMask(
  ground: MaskGround,
  { strokes, invert }: { readonly strokes: readonly PackedStroke[]; readonly invert: boolean },
  { signal, onProgress }: JobOptions,
): Promise<{ width: number; height: number }> {
  return runJob(easel, signal, (worker, job) =>
    worker.open(job, ground, strokes, invert, proxy(onProgress ?? (() => {}))),
  );
}

/** Draws all of the mask; each strip is a task of its own for the page. */
export const redrawMask = (draw: (patch: MaskPatch) => void): Promise<void> =>
  easel().redraw(proxy(async (patch) => draw(patch)));
