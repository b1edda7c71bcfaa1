import { create } from 'zustand';
import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { DEFAULT_MASK_SIZE, type MaskParameters, maskSize } from '#core/image/make-mask.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { downloadBlob } from '../../platform/download.ts';
import { type PictureSource, pictureWorker } from '../../platform/picture-worker.ts';
import { showError } from '../../state/errors.ts';
import type { PastedStep } from '../../state/paste-recipe.ts';
import { isAccepted } from '../../state/picture-session.ts';
import { setSourceAside } from '../../state/set-aside.ts';
import { savedPicture, toolStorage } from '../../state/storage.ts';
import { parseStoredFile } from '../../state/stored.ts';
import { parseSource } from '../../state/stored-pictures.ts';
import { type Busy, inPlaceOfLoad, type Job, runWork, savePicture } from '../../state/work.ts';
import {
  type Base,
  checkerboardOf,
  isCheckerboard,
  type MaskState,
  maskName,
  maskRecipe,
  NO_MASK,
} from './mask-state.ts';
import {
  emptyLog,
  logState,
  type MaskAction,
  type MaskLog,
  packStroke,
  pushAction,
  throughInversion,
} from './mask-strokes.ts';
import { type MaskGround, maskWorker, openMask, restoreMaskFrom } from './mask-worker.ts';
import { parseMask, type StoredMask } from './stored-mask.ts';

const storage = toolStorage('mask_creator');
const store = create<MaskState>(() => NO_MASK);
const { getState, setState } = store;
const work = (doing: Busy['doing'], run: (job: Job) => Promise<Partial<MaskState>>) => runWork(store, doing, run);

/** What happens to the pixels, one after another. */
let pixels: Promise<unknown> = Promise.resolve();
export function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
  const next = pixels.then(step, step);
  pixels = next.catch(() => undefined);
  return next;
}

/** Auto-save. */
function keep(): void {
  const { mask, log } = getState();
  if (mask) void storage.keep('mask', { ground: mask.ground, log } satisfies StoredMask);
}

function keepBase(source: PictureSource): void {
  void storage.keep('base', source);
}

let restoring: Promise<void> | undefined;

async function restoreStored(): Promise<void> {
  const [mask, base] = await Promise.all([storage.get('mask', parseMask), storage.get('base', parseSource)]);
  if (!mask || getState().mask) return;
  await work('opening', async (job) => {
    const { ground, log } = mask;
    const opened = await openGround(ground, log, job).catch(async (error) => {
      if (ground.image && setSourceAside(ground.image, error)) await storage.forget('mask');
      throw error;
    });
    const source = base ?? checkerboardOf(ground);
    return { ...opened, base: await openBase(source, job).catch((error) => withoutBase(error, source, ground, job)) };
  });
}

/** The squares, where the picture under the mask is damaged. */
async function withoutBase(error: unknown, source: PictureSource, ground: MaskGround, job: Job): Promise<Base> {
  if (!setSourceAside(source, error)) throw error;
  await storage.forget('base');
  return openBase(checkerboardOf(ground), job);
}

/** The state with another mask in it. */
async function openGround(
  ground: MaskGround,
  log: MaskLog,
  job: Job,
): Promise<Pick<MaskState, 'mask' | 'log' | 'redraws' | 'result' | 'savedAt'>> {
  const size = await inTurn(() => openMask(ground, logState(log), job));
  return {
    mask: { id: crypto.randomUUID(), ground: { ...ground, ...size } },
    log,
    redraws: getState().redraws + 1,
    result: undefined,
    savedAt: undefined,
  };
}

async function openBase(source: PictureSource, job: Job): Promise<Base> {
  await pictureWorker.addSource(source);
  try {
    const info = await pictureWorker.render({ source: source.id, steps: [] }, job);
    const before = getState().base?.source.id;
    if (before && before !== source.id) void pictureWorker.removeSource(before);
    return { source, info };
  } catch (error) {
    await pictureWorker.removeSource(source.id);
    throw error;
  }
}

/** New squares under a mask, and kept. */
async function openSquares(ground: MaskGround, job: Job): Promise<Base> {
  const source = checkerboardOf(ground);
  const base = await openBase(source, job);
  keepBase(source);
  return base;
}

/** Takes what has been made for the present, and keeps it. */
async function change(doing: Busy['doing'], make: (job: Job) => Promise<Partial<MaskState>>): Promise<void> {
  await work(doing, make);
  keep();
}

async function openMaskFile(blob: Blob, name: string): Promise<void> {
  await change('opening', async (job) => {
    const ground: MaskGround = { width: 0, height: 0, gray: 0, image: { name, blob } };
    const opened = await openGround(ground, emptyLog, job).catch((error) => {
      // Why it failed is worth more than that it did, where there is a reason beyond the bytes.
      throw inPlaceOfLoad(error, 'maskLoad');
    });
    if (!isCheckerboard(getState().base) || !opened.mask) return opened;
    return { ...opened, base: await openSquares(opened.mask.ground, job) };
  });
}

async function openBaseFile(blob: Blob, name: string): Promise<void> {
  await change('opening', async (job) => {
    const source = { id: crypto.randomUUID(), name, blob };
    const base = await openBase(source, job);
    keepBase(source);
    const { mask, log } = getState();
    // A mask with something on it stays as it is; the base is then stretched under it.
    if (mask && (mask.ground.image || log.actions.length > 0)) return { base };
    const { width, height } = base.info;
    return { base, ...(await openGround({ width, height, gray: mask?.ground.gray ?? 0 }, emptyLog, job)) };
  });
}

const fromFile = (open: (blob: Blob, name: string) => Promise<void>) => async (file: File) => {
  if (!isAccepted(file)) return showError(new FudebakoError('imageType'));
  await open(file, file.name);
};

const fromStorage = (open: (blob: Blob, name: string) => Promise<void>) => async () => {
  const saved = await savedPicture.get(parseStoredFile);
  if (!saved) return showError(new FudebakoError('imageNotStored'));
  await open(saved.blob, saved.name);
};

/** One step forward or back in the log, on the pixels too. */
async function goTo(by: 1 | -1): Promise<void> {
  const { log, mask, busy, painting } = getState();
  const action = by > 0 ? log.actions[log.done] : log.actions[log.done - 1];
  if (!action || !mask || busy || painting) return;
  const next: MaskLog = { ...log, done: log.done + by };
  setState({ log: next, result: undefined, savedAt: undefined });
  keep();
  await inTurn(() => follow(() => showAction(action, by, next))).catch(showError);
}

const redraw = () => setState(({ redraws }) => ({ redraws: redraws + 1 }));

restoreMaskFrom(() => {
  const { mask, log } = getState();
  return mask && { ground: mask.ground, ...logState(log) };
});

/** Does to the pixels what the log already says. A worker that has had to be started anew has made all of the mask. */
async function follow(step: () => Promise<void>): Promise<void> {
  const { generation } = maskWorker;
  await maskWorker.ready();
  if (maskWorker.generation !== generation) return redraw();
  try {
    await step();
  } catch (error) {
    // The next worker has it, and draws it.
    redraw();
    throw error;
  }
}

/** Makes all of the mask again, as the log says. */
async function remake(): Promise<void> {
  const { mask, log } = getState();
  if (mask) await openMask(mask.ground, logState(log), {});
  redraw();
}

async function showAction(action: MaskAction, by: 1 | -1, log: MaskLog): Promise<void> {
  if (action.kind === 'invert') {
    await maskWorker.invert();
    redraw();
  } else if (by > 0) {
    drawPatch(await maskWorker.paint(throughInversion(action.stroke, logState(log).invert)));
  } else {
    const unpainted = await maskWorker.unpaint();
    if (unpainted) return drawPatch(unpainted.patch);
    await remake();
  }
}

type Draw = (patch: Awaited<ReturnType<(typeof maskWorker)['extend']>>) => void;
let surface: Draw | undefined;

/** Draws a part of the mask where it is shown, if it is. */
export const drawPatch: Draw = (patch) => patch && surface?.(patch);

/** The one mask that is worked on. It outlives the screen, so that coming back finds everything as it was. */
export const maskSession = {
  use: store,

  restore(): Promise<void> {
    restoring ??= restoreStored().finally(() => setState({ restored: true }));
    return restoring;
  },

  /** Where patches are drawn from now on. */
  drawOn(draw: Draw | undefined): void {
    surface = draw;
  },

  /** A flat mask over a checkerboard; a side of 0 is the present picture's. */
  async generate(params: { readonly width?: number; readonly height?: number; readonly gray: number }): Promise<void> {
    const { base, mask } = getState();
    await change('working', async (job) => {
      const present = (isCheckerboard(base) ? undefined : base?.info) ?? mask?.ground ?? DEFAULT_MASK_SIZE;
      const ground = { ...maskSize(present, params), gray: params.gray };
      const opened = await openGround(ground, emptyLog, job);
      return { ...opened, base: await openSquares(ground, job) };
    });
  },

  openMaskFile: fromFile(openMaskFile),
  openSavedMask: fromStorage(openMaskFile),
  openBaseFile: fromFile(openBaseFile),
  openSavedBase: fromStorage(openBaseFile),

  /** Back to the checkerboard, which is what a mask without a kept base has. */
  async clearBase(): Promise<void> {
    const { mask } = getState();
    if (!mask) return;
    await work('working', async (job) => {
      await storage.remove('base').catch((cause) => {
        throw new FudebakoError('imageClear', {}, { cause });
      });
      return { base: await openBase(checkerboardOf(mask.ground), job) };
    });
  },

  /** Records what has been painted on the mask already. */
  record(action: MaskAction): void {
    setState(({ log }) => ({ log: pushAction(log, action), result: undefined, savedAt: undefined }));
    keep();
  },

  async invert(): Promise<void> {
    const { mask, busy, painting } = getState();
    if (!mask || busy || painting) return;
    maskSession.record({ kind: 'invert' });
    await inTurn(() => follow(() => maskWorker.invert().then(redraw))).catch(showError);
  },

  /** A stroke that has come to nothing in the worker: the log has it, or never had it. */
  remake: (): Promise<void> => inTurn(remake).catch(showError),

  undo: (): Promise<void> => goTo(-1),
  redo: (): Promise<void> => goTo(1),

  async download(): Promise<void> {
    const { mask } = getState();
    if (!mask) return showError(new FudebakoError('imageRequired'));
    await work('converting', async () => {
      const blob = await inTurn(() => maskWorker.png());
      const name = maskName(getState());
      downloadBlob(blob, name);
      const { width, height } = mask.ground;
      return { result: { name, format: 'png', width, height, bytes: blob.size } };
    });
  },

  async saveBase(): Promise<void> {
    const { base } = getState();
    if (!base) return showError(new FudebakoError('imageRequired'));
    await work('saving', async (job) => {
      const { source } = base;
      const blob =
        'blob' in source
          ? source.blob
          : await pictureWorker.encode({ source: source.id, steps: [] }, { format: 'png' }, job);
      await savePicture(source.name, blob);
      return { savedAt: Date.now(), result: undefined };
    });
  },

  async saveMask(): Promise<void> {
    if (!getState().mask) return showError(new FudebakoError('imageRequired'));
    await work('saving', async () => {
      await savePicture(maskName(getState()), await inTurn(() => maskWorker.png()));
      return { savedAt: Date.now(), result: undefined };
    });
  },

  /** The mask of a pasted recipe: flat where it says a size, and else of the picture that this one was loaded from. */
  async paste({ params, said }: PastedStep): Promise<void> {
    const { mask, base } = getState();
    const { strokes, invert, gray, width, height } = params as unknown as MaskParameters;
    await change('working', async (job) => {
      const image = said.params?.width === undefined ? mask?.ground.image : undefined;
      const present = mask?.ground ?? DEFAULT_MASK_SIZE;
      const ground: MaskGround = { ...maskSize(present, { width, height }), gray, ...(image && { image }) };
      const log = strokes.reduce(
        (before, stroke) => pushAction(before, { kind: 'stroke', stroke: packStroke(stroke) }),
        emptyLog,
      );
      const opened = await openGround(ground, invert ? pushAction(log, { kind: 'invert' }) : log, job);
      if (!isCheckerboard(base) || !opened.mask) return opened;
      return { ...opened, base: await openSquares(opened.mask.ground, job) };
    });
  },

  recipe: (): Recipe => maskRecipe(getState()),

  command: (): string =>
    commandLine(maskRecipe(getState()), getState().mask?.ground.image?.name, maskName(getState()), visitorsShell()),
};
