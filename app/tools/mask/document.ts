import type { Size } from '#core/geometry/point.ts';
import { DEFAULT_MASK_SIZE, type MaskParameters, maskSize } from '#core/image/make-mask.ts';
import { readsColors, type Selection } from '#core/image/mask/selection.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import { createDocument, type DocumentKind, type VisitorDocument } from '../../document/document.ts';
import { parseOnce } from '../../document/parse-once.ts';
import { thisTab } from '../../document/this-tab.ts';
import type { Parse } from '../../storage/storage.ts';
import { getOwnProperty, storedNumber, storedSide, storedText } from '../../storage/stored.ts';
import {
  actionsOf,
  type Edges,
  type MaskAction,
  POINT_LENGTH,
  paintedBy,
  penFields,
  readsBase,
} from './mask-strokes.ts';

/** An image file. `id` is its ID in the file store. */
export interface MaskImage {
  readonly id: string;
  readonly name: string;
}

/** The mask before all actions: an image's luminance, or flat gray. */
export interface MaskStart extends Size {
  readonly gray: number;
  readonly image?: MaskImage;
}

/** The open mask. Without `start`, nothing is open; without `base`, a checkerboard is under the mask. */
export interface MaskWork {
  readonly start?: MaskStart;
  readonly base?: MaskImage & Size;
  readonly actions: readonly MaskAction[];
}

const { strokes, selections, refine, grow, feather } = makeMask.params;
const MAX_NUMBERS = strokes.item.fields.points.maxItems * POINT_LENGTH;
const MAX_PLACE = 100_000;

const parseImage: Parse<MaskImage> = (stored) => {
  const [id, name] = [storedText(getOwnProperty(stored, 'id')), storedText(getOwnProperty(stored, 'name'))];
  return id === undefined || name === undefined ? undefined : { id, name };
};

const parseSize: Parse<Size> = (stored) => {
  const [width, height] = [storedSide(getOwnProperty(stored, 'width')), storedSide(getOwnProperty(stored, 'height'))];
  return width && height && Number.isInteger(width) && Number.isInteger(height) ? { width, height } : undefined;
};

const parseStart: Parse<MaskStart> = (stored) => {
  const [size, gray] = [parseSize(stored), storedNumber(0, 255)(getOwnProperty(stored, 'gray'))];
  const image = parseImage(getOwnProperty(stored, 'image'));
  return size && gray !== undefined ? { ...size, gray, ...(image && { image }) } : undefined;
};

function parseStroke(stored: unknown): MaskAction | undefined {
  const points = getOwnProperty(stored, 'points');
  if (!Array.isArray(points) || points.length > MAX_NUMBERS || points.length % POINT_LENGTH > 0) return undefined;
  if (!points.every((each) => typeof each === 'number' && Math.abs(each) <= MAX_PLACE)) return undefined;
  const pen = Object.fromEntries(Object.keys(penFields).map((name) => [name, getOwnProperty(stored, name)]));
  return { kind: 'stroke', stroke: { ...parseParameters(penFields, pen), points } };
}

const parseAction = parseOnce((stored): MaskAction | undefined => {
  const kind = getOwnProperty(stored, 'kind');
  if (kind === 'invert') return { kind };
  try {
    if (kind === 'select') {
      const selection = parseParameters(selections.item.fields, getOwnProperty(stored, 'selection'));
      return { kind, selection, fresh: getOwnProperty(stored, 'fresh') === true };
    }
    if (kind === 'edges')
      return { kind, edges: parseParameters({ refine, grow, feather }, getOwnProperty(stored, 'edges')) };
    return parseStroke(getOwnProperty(stored, 'stroke'));
  } catch {
    return undefined;
  }
});

/** Parses stored actions up to the first damaged action, because later actions depend on all earlier actions. */
function parseActions(stored: readonly unknown[]): readonly MaskAction[] {
  const actions: MaskAction[] = [];
  for (const each of stored.slice(0, strokes.maxItems)) {
    const action = parseAction(each);
    if (!action) break;
    actions.push(action);
  }
  return actions;
}

/** Names of the mask's changes, for Undo and Redo. */
export const maskSteps = [
  'openMask',
  'openBase',
  'clearBase',
  'clearMask',
  'close',
  'generate',
  'paste',
  'pen',
  'eraser',
  'correct',
  'invert',
  'select',
  'edges',
] as const;
export type MaskStep = (typeof maskSteps)[number];

const NOTHING: MaskWork = { actions: [] };

export const maskKind: DocumentKind<MaskWork> = {
  key: 'mask_creator',
  initial: NOTHING,
  parse: (stored) => {
    const list = getOwnProperty(stored, 'actions');
    if (!Array.isArray(list)) return undefined;
    if (getOwnProperty(stored, 'start') === undefined) return NOTHING;
    const [start, under] = [parseStart(getOwnProperty(stored, 'start')), getOwnProperty(stored, 'base')];
    if (!start) return undefined;
    const [image, size, actions] = [parseImage(under), parseSize(under), parseActions(list)];
    if (image && size) return { start, base: { ...image, ...size }, actions };
    return { start, actions: readsBase(actions) ? [] : actions };
  },
  filesOf: ({ start, base }) => [start?.image, base].flatMap((image) => image?.id ?? []),
};

export const createMask = (): VisitorDocument<MaskWork> => createDocument(maskKind, thisTab());

/** Replaces the mask, and keeps the image under it. */
export const openMask =
  (start: MaskStart) =>
  ({ base }: MaskWork): MaskWork => ({ start, ...(base && { base }), actions: [] });

/** Puts an image under the mask. A mask with content keeps its size, and the image is stretched to that size. */
export const openBase =
  (base: MaskImage & Size) =>
  (value: MaskWork): MaskWork => {
    const { start, actions } = value;
    if (start && !readsBase(actions) && (start.image || actions.length > 0)) return { ...value, base };
    return { start: { width: base.width, height: base.height, gray: start?.gray ?? 0 }, base, actions: [] };
  };

/** Closes mask and image. */
export const close = (): MaskWork => NOTHING;

/** Removes the image under the mask, and with it all actions if selections depend on the image's colors. */
export const clearBase = (value: MaskWork): MaskWork => {
  const { start, base, actions } = value;
  return start && base ? { start, actions: readsBase(actions) ? [] : actions } : value;
};

/** Makes the mask flat before all actions, because its image can't be read. */
export const clearMaskImage = (value: MaskWork): MaskWork => {
  if (!value.start?.image) return value;
  const { image: _, ...start } = value.start;
  return { ...value, start };
};

export interface NewMask extends Pick<MaskStart, 'gray'> {
  /** Width in pixels; for 0 or `undefined`, the open image's. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Returns the size of a new mask. @throws FudebakoError `imageTooLarge` or `imageTooLong` */
export const newMaskSize = ({ base, start }: Pick<MaskWork, 'base' | 'start'>, { width, height }: NewMask): Size =>
  maskSize(base ?? start ?? DEFAULT_MASK_SIZE, { width, height });

/** Returns a flat mask; undefined if it would be too large. */
function flatMask(present: Pick<MaskWork, 'base' | 'start'>, mask: NewMask): MaskStart | undefined {
  try {
    return { ...newMaskSize(present, mask), gray: mask.gray };
  } catch {
    return undefined;
  }
}

/** Replaces mask and image by a mask of one gray level. */
export const generate =
  (mask: NewMask) =>
  (value: MaskWork): MaskWork => {
    const start = flatMask(value, mask);
    return start ? { start, actions: [] } : value;
  };

export const act =
  (action: MaskAction) =>
  (value: MaskWork): MaskWork =>
    value.start ? { ...value, actions: [...value.actions, action] } : value;

/** Changes the edges of all selections. */
export const setEdge =
  <Name extends keyof Edges>(name: Name, edge: Edges[Name]) =>
  (value: MaskWork): MaskWork => {
    const { refine, grow, feather } = paintedBy(value.actions);
    const edges = { refine, grow, feather };
    return edges[name] === edge ? value : act({ kind: 'edges', edges: { ...edges, [name]: edge } })(value);
  };

/** Selects a part of the mask. With `fresh`, the selection replaces all earlier selections. */
export const select = (selection: Selection, fresh: boolean) => {
  const action: MaskAction = { kind: 'select', selection, fresh };
  return (value: MaskWork): MaskWork => {
    const { start, base } = value;
    if (!readsColors(selection)) return act(action)(value);
    if (!base) return value;
    // A mask that was loaded from a file has no colors, so a selection by color starts a new mask of the image.
    return start?.image
      ? { start: { width: base.width, height: base.height, gray: 0 }, base, actions: [action] }
      : act(action)(value);
  };
};

/** Opens a recipe's mask: flat if `isBlank`, otherwise from the present mask's image. */
export const paste = (params: MaskParameters & Edges, isBlank: boolean) => {
  const actions = actionsOf(params);
  return (value: MaskWork): MaskWork => {
    const { start, base } = value;
    const flat = flatMask({ start }, params);
    if (!flat || (readsBase(actions) && !base)) return value;
    return { start: { ...flat, ...(!isBlank && start?.image && { image: start.image }) }, base, actions };
  };
};
