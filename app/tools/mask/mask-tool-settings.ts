import { makeMask } from '#core/operations/make-mask.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';

export const selectionTools = ['subject', 'wand', 'rect', 'ellipse', 'lasso'] as const;
export const pens = ['pen', 'eraser'] as const;
/** Tools whose strokes correct a selected subject. */
export const marks = ['keep', 'hide'] as const;
const maskTools = [...selectionTools, ...pens, ...marks] as const;

export type SelectionTool = (typeof selectionTools)[number];
export type MaskTool = (typeof maskTools)[number];

export const combinations = ['new', 'add', 'subtract', 'intersect'] as const;
export type Combination = (typeof combinations)[number];

export const maskViews = ['mask', 'cutOut'] as const;

export interface MaskToolSettings {
  /** Selected tool. The default is subject selection on a photo, otherwise the pen. */
  readonly tool: MaskTool | undefined;
  readonly combine: Combination;
  readonly tolerance: number;
  readonly contiguous: boolean;
  /** Selected view, if any. By default, a photo with a selection has the cut-out view, any other mask the mask view. */
  readonly view: (typeof maskViews)[number] | undefined;
}

const { tolerance, contiguous } = makeMask.params;

const FIRST: MaskToolSettings = {
  tool: undefined,
  combine: 'new',
  tolerance: tolerance.default,
  contiguous: contiguous.default,
  view: undefined,
};

const among = <Id extends string>(ids: readonly Id[], value: unknown): Id | undefined => ids.find((id) => id === value);

const restore = (stored: object): Partial<MaskToolSettings> => ({
  ...restoreValues({ tolerance, contiguous }, stored),
  tool: among(maskTools, getOwnProperty(stored, 'tool')),
  combine: among(combinations, getOwnProperty(stored, 'combine')) ?? FIRST.combine,
  view: among(maskViews, getOwnProperty(stored, 'view')),
});

export const useMaskToolSettings = (tool: string) => useToolSettings<MaskToolSettings>(tool, 'picking', FIRST, restore);

export const isSelectionTool = (tool: MaskTool): tool is SelectionTool => selectionTools.some((each) => each === tool);
