import { proxy } from 'comlink';
import type { Pen } from '#core/image/mask/strokes.ts';
import { thisTab } from '../../document/this-tab.ts';
import type { JobOptions } from '../../workers/image-client.ts';
import { PageWorker } from '../../workers/page-worker.ts';
import { withProgress } from '../../workers/with-progress.ts';
import type { MaskImage, MaskWork } from './document.ts';
import type { MaskFacts, MaskPainterApi, MaskSource } from './mask.service.ts';
import type { MaskPatch } from './mask-patch.ts';
import { type PackedStroke, paintedBy, readsBase } from './mask-strokes.ts';

let readHeld: (() => MaskWork | undefined) | undefined;

/** Client of the worker that holds the mask's pixels. A restarted worker rebuilds the mask. */
const worker = new PageWorker<MaskPainterApi>(
  () => new Worker(new URL('./mask.worker.ts', import.meta.url), { type: 'module', name: 'mask' }),
  {
    async restore(maskWorker) {
      const held = readHeld?.();
      if (held?.start) await maskWorker.open(0, await sourceOf(held), paintedBy(held.actions), proxy(ignore));
    },
  },
);

const ignore = () => {};

export function restoreMaskFrom(read: () => MaskWork | undefined): void {
  readHeld = read;
}

/** Returns an image with its file. @throws FudebakoError `imageLoad` if the file is missing */
export async function withFile<Image extends MaskImage>(image: Image): Promise<Image & { readonly blob: Blob }> {
  return { ...image, blob: await thisTab().files.open(image.id, 'imageLoad', image.name) };
}

async function sourceOf({ start, base, actions }: MaskWork): Promise<MaskSource> {
  const { image, ...flat } = start ?? { width: 0, height: 0, gray: 0 };
  if (base && readsBase(actions)) return { ...flat, colors: await withFile(base) };
  return { ...flat, ...(image && { image: await withFile(image) }) };
}

/** Options of painting calls. A restarted worker doesn't know the stroke, so these calls aren't repeated. */
const paints = { isWork: true, again: false };

export const maskWorker = {
  /** Counts the starts of the worker. A stroke doesn't survive a restart. */
  get generation(): number {
    return worker.generation;
  },
  begin: (pen: Pen): Promise<void> => worker.call((mask) => mask.begin(pen), paints),
  extend: (points: readonly number[]): Promise<MaskPatch | undefined> =>
    worker.call((mask) => mask.extend(points), paints),
  end: (): Promise<MaskPatch | undefined> => worker.call((mask) => mask.end(), paints),
  abandon: (): Promise<MaskPatch | undefined> => worker.call((mask) => mask.abandon(), paints),
  paint: (stroke: PackedStroke): Promise<MaskPatch | undefined> => worker.call((mask) => mask.paint(stroke), paints),
  unpaint: (): Promise<{ readonly patch: MaskPatch | undefined } | undefined> =>
    worker.call((mask) => mask.unpaint(), paints),
  invert: (): Promise<void> => worker.call((mask) => mask.invert(), paints),
  png: (): Promise<Blob> => worker.call((mask) => mask.png(), { isWork: true }),
};

export async function makeInWorker(mask: MaskWork, { signal, onProgress }: JobOptions): Promise<MaskFacts> {
  const source = await sourceOf(mask);
  return withProgress(onProgress, (report) =>
    worker.call((worker, job) => worker.open(job, source, paintedBy(mask.actions), report), {
      signal,
      name: mask.start?.image?.name,
    }),
  );
}

/** Redraws the mask in strips, one task for each strip. */
export const redrawMask = (draw: (patch: MaskPatch) => void): Promise<void> =>
  worker.call((mask) => mask.redraw(proxy(async (patch) => draw(patch))), { isWork: true, again: true });
