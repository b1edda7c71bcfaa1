import { proxy } from 'comlink';
import type { Pen } from '#core/image/mask/strokes.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import type { JobOptions } from '../../workers/picture-worker.ts';
import { withProgress } from '../../workers/with-progress.ts';
import type { MaskFacts, MaskPainterApi, MaskStart } from './mask.service.ts';
import type { MaskPatch } from './mask-patch.ts';
import type { PackedStroke, Painted } from './mask-strokes.ts';

export type { MaskStart } from './mask.service.ts';

export interface PresentMask extends Painted {
  readonly start: MaskStart;
}

let readPresent: (() => PresentMask | undefined) | undefined;

/** Client of the worker that holds the mask's pixels. A restarted worker rebuilds the mask. */
const worker = new PageWorker<MaskPainterApi>(
  () => new Worker(new URL('./mask.worker.ts', import.meta.url), { type: 'module', name: 'mask' }),
  {
    async restore(maskWorker) {
      const present = readPresent?.();
      if (present) await maskWorker.open(0, present.start, present, proxy(ignore));
    },
  },
);

const ignore = () => {};

export function restoreMaskFrom(read: () => PresentMask | undefined): void {
  readPresent = read;
}

/** Options of painting calls. A restarted worker doesn't know the stroke, so these calls aren't repeated. */
const paints = { isWork: true, again: false };

export const maskWorker = {
  /** Counts the starts of the worker. A stroke doesn't survive a restart. */
  get generation(): number {
    return worker.generation;
  },
  ready: (): Promise<void> => worker.ready(),
  begin: (pen: Pen): Promise<void> => worker.call((mask) => mask.begin(pen), paints),
  extend: (points: Float64Array): Promise<MaskPatch | undefined> => worker.call((mask) => mask.extend(points), paints),
  end: (): Promise<MaskPatch | undefined> => worker.call((mask) => mask.end(), paints),
  abandon: (): Promise<MaskPatch | undefined> => worker.call((mask) => mask.abandon(), paints),
  paint: (stroke: PackedStroke): Promise<MaskPatch | undefined> => worker.call((mask) => mask.paint(stroke), paints),
  unpaint: (): Promise<{ readonly patch: MaskPatch | undefined } | undefined> =>
    worker.call((mask) => mask.unpaint(), paints),
  invert: (): Promise<void> => worker.call((mask) => mask.invert(), paints),
  png: (): Promise<Blob> => worker.call((mask) => mask.png(), { isWork: true }),
};

export function openMask(start: MaskStart, painted: Painted, { signal, onProgress }: JobOptions): Promise<MaskFacts> {
  return withProgress(onProgress, (report) =>
    worker.call((mask, job) => mask.open(job, start, painted, report), { signal, name: start.image?.name }),
  );
}

/** Redraws the mask in strips, one task for each strip. */
export const redrawMask = (draw: (patch: MaskPatch) => void): Promise<void> =>
  worker.call((mask) => mask.redraw(proxy(async (patch) => draw(patch))), { isWork: true, again: true });
