import { create } from 'zustand';
import { visitorsShell } from '#app/platform/shell.ts';
import { commandLine } from '#core/command-line.ts';
import { FudebakoError } from '#core/errors.ts';
import { baseName } from '#core/files.ts';
import { DEFAULT_MASK_SIZE, maskSize } from '#core/image/make-mask.ts';
import type { Recipe } from '#core/recipe.ts';
import { downloadBlob } from '../../platform/download.ts';
import { savedPicture, toolStorage } from '../../platform/storage.ts';
import { type PictureInfo, type PictureSource, studio } from '../../platform/studio.ts';
import { showError } from '../../state/errors.ts';
import { type Busy, type Job, runWork, savePicture, type WorkState } from '../../state/work.ts';
import { isAccepted } from '../../state/workbench.ts';
import { easel, type MaskGround, openMask } from './easel.ts';
import {
  emptyLog,
  logState,
  type MaskAction,
  type MaskLog,
  pushAction,
  throughInversion,
  unpackStroke,
} from './mask-strokes.ts';

/** The mask at hand. */
export interface Mask {
  /** Another mask has another. */
  readonly id: string;
  /** With its true size. */
  readonly ground: MaskGround;
}

/** What the mask is painted over. */
export interface Base {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

export interface MaskState extends WorkState {
  readonly restored: boolean;
  readonly mask: Mask | undefined;
  readonly base: Base | undefined;
  readonly log: MaskLog;
  /** A stroke is being painted. */
  readonly painting: boolean;
  /** Counts what changes all of the mask's pixels. */
  readonly redraws: number;
}

/** What survives a reload. */
interface StoredMask {
  readonly ground: MaskGround;
  readonly log: MaskLog;
}

const EMPTY: MaskState = {
  restored: false,
  mask: undefined,
  base: undefined,
  log: emptyLog,
  painting: false,
  redraws: 0,
  busy: undefined,
  result: undefined,
  savedAt: undefined,
};

const storage = toolStorage('mask_creator');
const store = create<MaskState>(() => EMPTY);
const { getState, setState } = store;
const work = (doing: Busy['doing'], run: (job: Job) => Promise<Partial<MaskState>>) => runWork(store, doing, run);

/** What happens to the pixels, one after another. */
let pixels: Promise<unknown> = Promise.resolve();
export function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
  const next = pixels.then(step, step);
  pixels = next.catch(() => undefined);
  return next;
}

/** Auto-save. A store without room loses the mask on a reload, not now. */
function keep(): void {
  const { mask, log } = getState();
  if (mask) void storage.set<StoredMask>('mask', { ground: mask.ground, log }).catch(() => undefined);
}

function keepBase(source: PictureSource): void {
  void storage.set<PictureSource>('base', source).catch(() => undefined);
}

let restoring: Promise<void> | undefined;

async function restoreStored(): Promise<void> {
  const [mask, base] = await Promise.all([
    storage.get<StoredMask>('mask').catch(() => null),
    storage.get<PictureSource>('base').catch(() => null),
  ]);
  if (!mask || getState().mask) return;
  await work('opening', async (job) => {
    const opened = await openGround(mask.ground, mask.log, job);
    return { ...opened, base: await openBase(base ?? checkerboardOf(mask.ground), job) };
  });
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
  await studio.addSource(source);
  try {
    const info = await studio.render({ source: source.id, steps: [] }, job);
    const before = getState().base?.source.id;
    if (before && before !== source.id) void studio.removeSource(before);
    return { source, info };
  } catch (error) {
    await studio.removeSource(source.id);
    throw error;
  }
}

function checkerboardOf({ width, height }: { readonly width: number; readonly height: number }): PictureSource {
  return { id: crypto.randomUUID(), name: 'checkerboard.png', checkerboard: { width, height } };
}

const isCheckerboard = (base: Base | undefined) => !base || 'checkerboard' in base.source;

/** Takes what has been made for the present, and keeps it. */
async function change(doing: Busy['doing'], make: (job: Job) => Promise<Partial<MaskState>>): Promise<void> {
  await work(doing, make);
  keep();
}

async function openMaskFile(blob: Blob, name: string): Promise<void> {
  await change('opening', async (job) => {
    const ground: MaskGround = { width: 0, height: 0, gray: 0, image: { name, blob } };
    const opened = await openGround(ground, emptyLog, job).catch((cause) => {
      // Why it failed is worth more than that it did, where there is a reason beyond the bytes.
      if (cause instanceof FudebakoError && cause.code === 'imageLoad')
        throw new FudebakoError('maskLoad', cause.data, { cause });
      throw cause;
    });
    if (!isCheckerboard(getState().base) || !opened.mask) return opened;
    const source = checkerboardOf(opened.mask.ground);
    const base = await openBase(source, job);
    keepBase(source);
    return { ...opened, base };
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
  const saved = await savedPicture.get().catch(() => null);
  if (!saved) return showError(new FudebakoError('imageNotStored'));
  await open(saved.blob, saved.name);
};

/** One step forward or back in the log, on the pixels too. */
async function travel(by: 1 | -1): Promise<void> {
  const { log, mask, busy, painting } = getState();
  const action = by > 0 ? log.actions[log.done] : log.actions[log.done - 1];
  if (!action || !mask || busy || painting) return;
  const next: MaskLog = { ...log, done: log.done + by };
  setState({ log: next, result: undefined, savedAt: undefined });
  keep();
  await inTurn(() => showAction(action, by, next, mask)).catch(showError);
}

async function showAction(action: MaskAction, by: 1 | -1, log: MaskLog, mask: Mask): Promise<void> {
  if (action.kind === 'invert') {
    await easel().invert();
    setState(({ redraws }) => ({ redraws: redraws + 1 }));
  } else if (by > 0) {
    drawPatch(await easel().paint(throughInversion(action.stroke, logState(log).invert)));
  } else {
    const unpainted = await easel().unpaint();
    if (unpainted) return drawPatch(unpainted.patch);
    await openMask(mask.ground, logState(log), {});
    setState(({ redraws }) => ({ redraws: redraws + 1 }));
  }
}

type Draw = (patch: Awaited<ReturnType<ReturnType<typeof easel>['extend']>>) => void;
let surface: Draw | undefined;

/** Draws a part of the mask where it is shown, if it is. */
export const drawPatch: Draw = (patch) => patch && surface?.(patch);

/** The mask's name, which its download goes by. */
function maskName({ mask, base }: MaskState): string {
  const name = base && !isCheckerboard(base) ? base.source.name : mask?.ground.image?.name;
  return `${baseName(name ?? 'untitled.png').replace(/_mask$/, '')}_mask.png`;
}

/** The one mask that is worked on. It outlives the screen, so that coming back finds everything as it was. */
export const maskBench = {
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
      const source = checkerboardOf(ground);
      const squares = await openBase(source, job);
      keepBase(source);
      return { ...opened, base: squares };
    });
  },

  openMaskFile: fromFile(openMaskFile),
  openSavedMask: fromStorage(openMaskFile),
  openBaseFile: fromFile(openBaseFile),
  openSavedBase: fromStorage(openBaseFile),

  /** Back to the checkerboard. */
  async clearBase(): Promise<void> {
    const { mask } = getState();
    if (!mask) return;
    await work('working', async (job) => {
      const source = checkerboardOf(mask.ground);
      const base = await openBase(source, job);
      keepBase(source);
      return { base };
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
    maskBench.record({ kind: 'invert' });
    await inTurn(() => easel().invert());
    setState(({ redraws }) => ({ redraws: redraws + 1 }));
  },

  undo: (): Promise<void> => travel(-1),
  redo: (): Promise<void> => travel(1),

  async download(): Promise<void> {
    const { mask } = getState();
    if (!mask) return showError(new FudebakoError('imageRequired'));
    await work('converting', async () => {
      const blob = await inTurn(() => easel().png());
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
        'blob' in source ? source.blob : await studio.encode({ source: source.id, steps: [] }, { format: 'png' }, job);
      await savePicture(source.name, blob);
      return { savedAt: Date.now(), result: undefined };
    });
  },

  async saveMask(): Promise<void> {
    if (!getState().mask) return showError(new FudebakoError('imageRequired'));
    await work('saving', async () => {
      await savePicture(maskName(getState()), await inTurn(() => easel().png()));
      return { savedAt: Date.now(), result: undefined };
    });
  },

  /** What makes the same mask by the command. */
  recipe(): Recipe {
    const { mask, log } = getState();
    if (!mask) return [];
    const { image, width, height, gray } = mask.ground;
    const { strokes, invert } = logState(log);
    const painted = { strokes: strokes.map(unpackStroke), invert };
    // A picture that the mask was loaded from is the step's input, and brings its size.
    return [{ operation: 'make-mask', params: image ? painted : { width, height, gray, ...painted } }];
  },

  command: (): string =>
    commandLine(maskBench.recipe(), getState().mask?.ground.image?.name, maskName(getState()), visitorsShell()),
};
