import { clampPoint } from '#app/ui/editing/box-editing.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import type { Selection } from '#core/image/mask/selection.ts';
import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import { MIN_SUBJECT_BOX } from '#core/image/mask/subject.ts';
import { MAX_LASSO_POINTS, makeMask } from '#core/operations/make-mask.ts';
import { roundToDigits } from '#core/parameters/parse.ts';
import { maskScreen } from './mask-screen-work.ts';
import type { Combination, SelectionTool } from './mask-tool-settings.ts';

/** The subject of the whole image, which needs no box. */
export const wholeSubject: Selection = {
  kind: 'subject',
  combine: 'add',
  tolerance: makeMask.params.tolerance.default,
  contiguous: true,
  points: [],
};

export interface Gesture {
  add(points: readonly StrokePoint[]): void;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** A selection in progress, in mask pixels. */
export interface SelectionDraft {
  readonly kind: SelectionTool;
  readonly points: readonly Point[];
}

interface SelectionOptions extends Pick<Selection, 'tolerance' | 'contiguous'> {
  readonly kind: SelectionTool;
  readonly combine: Combination;
  readonly size: Size;
  readonly onDraft: (draft: SelectionDraft | undefined) => void;
}

export function startSelection(options: SelectionOptions): Gesture {
  const { kind, combine, size, onDraft } = options;
  const points: Point[] = [];
  return {
    add(more) {
      for (const point of more)
        if (points.length < MAX_LASSO_POINTS) points.push(clampPoint(point, size));
        else points[points.length - 1] = clampPoint(point, size);
      onDraft({ kind, points: [...points] });
    },
    async finish() {
      onDraft(undefined);
      const selection = selectionOf(options, points);
      if (selection) await maskScreen.select(selection, combine === 'new');
    },
    async abandon() {
      onDraft(undefined);
    },
  };
}

function selectionOf(
  { kind, combine, size, tolerance, contiguous }: SelectionOptions,
  points: readonly Point[],
): Selection | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const base = { kind, combine: combine === 'new' ? 'add' : combine, tolerance, contiguous, points: [] } as const;
  if (kind === 'wand') {
    const at = (place: number, side: number) => Math.min(side - 1, Math.floor(place));
    return { ...base, x: at(last.x, size.width), y: at(last.y, size.height) };
  }
  if (kind === 'lasso') {
    const rounded = points.map(({ x, y }) => ({ x: roundToDigits(x, 2), y: roundToDigits(y, 2) }));
    const outline = rounded.filter(({ x, y }, index) => x !== rounded[index - 1]?.x || y !== rounded[index - 1]?.y);
    return outline.length < 3 ? undefined : { ...base, points: outline };
  }
  const { left, top, right, bottom } = draftBox(first, last);
  const least = kind === 'subject' ? MIN_SUBJECT_BOX : 1;
  return right - left < least || bottom - top < least ? undefined : { ...base, left, top, right, bottom };
}

export function draftBox(first: Point, last: Point) {
  return {
    left: Math.round(Math.min(first.x, last.x)),
    top: Math.round(Math.min(first.y, last.y)),
    right: Math.round(Math.max(first.x, last.x)),
    bottom: Math.round(Math.max(first.y, last.y)),
  };
}
