import { baseName } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { NEW_SESSION, type SessionState } from '../../session/session.ts';
import type { PictureInfo, PictureSource } from '../../workers/picture-worker.ts';
import { emptyLog, logState, type MaskLog, readsBase, unpackStroke } from './mask-strokes.ts';
import type { MaskStart } from './mask-worker.ts';

export interface Mask {
  readonly id: string;
  /** The mask before all actions, with its size in pixels. */
  readonly start: MaskStart;
  readonly warnings: readonly Warning[];
}

export interface Base {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

export interface MaskView {
  readonly mask: Mask | undefined;
  readonly base: Base | undefined;
  readonly log: MaskLog;
  /** Number of actions from before this visit to the screen, which undo can't revert. */
  readonly floor: number;
}

export interface MaskState extends SessionState, MaskView {
  /** Earlier masks and images that Undo restores after all actions are undone; not stored. */
  readonly earlier: readonly MaskView[];
  readonly later: readonly MaskView[];
  readonly painting: boolean;
  /** Counts changes that affect the whole mask, so that the whole mask is redrawn. */
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

export function checkerboardOf({ width, height }: { readonly width: number; readonly height: number }): PictureSource {
  return { id: crypto.randomUUID(), name: 'checkerboard.png', checkerboard: { width, height } };
}

export const isCheckerboard = (base: Base | undefined) => !base || 'checkerboard' in base.source;

export function maskName({ mask, base }: MaskState): string {
  const name = base && !isCheckerboard(base) ? base.source.name : mask?.start.image?.name;
  return `${baseName(name ?? 'untitled.png').replace(/_mask$/, '')}_mask.png`;
}

export const cutOutName = (base: Base): string => `${baseName(base.source.name)}_cutout`;

export function startWithColors(start: MaskStart, log: MaskLog, base: PictureSource | undefined): MaskStart {
  const { image: _, colors: __, ...flat } = start;
  if (!readsBase(log) || !base || !('blob' in base)) return { ...start, colors: undefined };
  return { ...flat, colors: { id: base.id, name: base.name, blob: base.blob } };
}

export function maskRecipe({ mask, base, log }: MaskState): Recipe {
  if (!mask) return [];
  const { image, width, height, gray } = mask.start;
  const { strokes, selections, refine, grow, feather, invert } = logState(log);
  const edges = { ...(!refine && { refine }), ...(grow !== 0 && { grow }), ...(feather !== 0 && { feather }) };
  const painted = {
    ...(selections.length > 0 && { selections }),
    ...edges,
    strokes: strokes.map(unpackStroke),
    invert,
  };
  // A mask that is computed from an image, or from its colors, has the image's size.
  const isImageSize = readsBase(log) && base?.info.width === width && base.info.height === height;
  if (image) return [{ operation: 'make-mask', params: painted }];
  return [{ operation: 'make-mask', params: isImageSize ? { gray, ...painted } : { width, height, gray, ...painted } }];
}

export const recipeInput = ({ mask, base, log }: MaskState): string | undefined =>
  readsBase(log) ? base?.source.name : mask?.start.image?.name;
