import { baseName } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { PictureInfo, PictureSource } from '../../platform/picture-worker.ts';
import { NEW_SESSION, type SessionState } from '../../state/session.ts';
import { emptyLog, logState, type MaskLog, unpackStroke } from './mask-strokes.ts';
import type { MaskStart } from './mask-worker.ts';

/** The current mask. */
export interface Mask {
  /** Another mask has another. */
  readonly id: string;
  /** With its true size. */
  readonly start: MaskStart;
  /** What decoding the image that the mask was made from warned of. */
  readonly warnings: readonly Warning[];
}

/** What the mask is painted over. */
export interface Base {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

/** A mask with what is under it, as Undo and Redo bring it back. */
export interface MaskView {
  readonly mask: Mask | undefined;
  readonly base: Base | undefined;
  readonly log: MaskLog;
  /** The actions of the log that came before this view: Undo leads to the earlier view first. */
  readonly floor: number;
}

export interface MaskState extends SessionState, MaskView {
  /** What Undo brings back once no action is left; for this visit. */
  readonly earlier: readonly MaskView[];
  /** What Redo brings back. */
  readonly later: readonly MaskView[];
  /** A stroke is being painted. */
  readonly painting: boolean;
  /** Counts what changes all of the mask's pixels. */
  readonly redraws: number;
}

export const NO_MASK: MaskState = {
  ...NEW_SESSION,
  mask: undefined,
  base: undefined,
  log: emptyLog,
  floor: 0,
  earlier: [],
  later: [],
  painting: false,
  redraws: 0,
};

/** The squares that stand for no picture, of a mask's size. */
export function checkerboardOf({ width, height }: { readonly width: number; readonly height: number }): PictureSource {
  return { id: crypto.randomUUID(), name: 'checkerboard.png', checkerboard: { width, height } };
}

export const isCheckerboard = (base: Base | undefined) => !base || 'checkerboard' in base.source;

/** What a mask's file is called. */
export function maskName({ mask, base }: MaskState): string {
  const name = base && !isCheckerboard(base) ? base.source.name : mask?.start.image?.name;
  return `${baseName(name ?? 'untitled.png').replace(/_mask$/, '')}_mask.png`;
}

/** What is cut out of a base by its mask is called after it. */
export const cutOutName = (base: Base): string => `${baseName(base.source.name)}_cutout`;

/** What makes the same mask by the command. */
export function maskRecipe({ mask, log }: MaskState): Recipe {
  if (!mask) return [];
  const { image, width, height, gray } = mask.start;
  const { strokes, invert } = logState(log);
  const painted = { strokes: strokes.map(unpackStroke), invert };
  // A picture that the mask was loaded from is the step's input, and brings its size.
  return [{ operation: 'make-mask', params: image ? painted : { width, height, gray, ...painted } }];
}
