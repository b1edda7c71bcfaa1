import { type RefObject, useMemo } from 'react';
import { type PlacedBox, pickBox } from '#app/ui/editing/snapping.ts';
import type { Point } from '#core/geometry/point.ts';
import { BoxOverlay, type BoxOverlayProps } from '../ui/stage/BoxOverlay.tsx';
import { useDraft } from '../ui/stage/use-draft.ts';
import type { DrawnItems } from './drawn-items.ts';
import type { InTab } from './drawn-state.ts';

type BoxProps = Pick<
  BoxOverlayProps,
  'view' | 'size' | 'label' | 'hint' | 'ends' | 'holds' | 'onOpen' | 'onType' | 'scalesContent'
>;

interface ObjectOverlayProps<Item extends object> extends BoxProps {
  readonly layerRef?: RefObject<HTMLDivElement>;
  readonly document: DrawnItems<Item>;
  /** Place of the selected object as the stage shows it; undefined without a place. */
  readonly placed: PlacedBox | undefined;
  /** Places of all objects by tab; undefined for a free tab. */
  readonly places: readonly (PlacedBox | undefined)[];
  /** Maximum distance in image pixels at which a click still hits an object. */
  readonly tolerance?: number;
  /** True if a drag outside the selected object moves the object. */
  readonly movesOutside: boolean;
  /** The object that a drag outside the selected object draws; undefined without a free tab. */
  readonly next: InTab<Item> | undefined;
  /** Gives an object the place of a drag; undefined for a drag that draws nothing. Shift keeps the aspect ratio. */
  readonly draw: (item: Item, from: Point, to: Point, keepRatio: boolean) => Item | undefined;
  /** `scale` is the factor by which the drag of a corner scales the object's content (`scalesContent`). */
  readonly place: (item: Item, placed: PlacedBox, scale?: number) => Item;
  readonly moveEnd?: (item: Item, end: number, to: Point) => Item;
  /** Handles a click instead of selecting the object below. */
  readonly onClick?: ((at: Point) => void) | undefined;
  /** Handles a click where no object is. */
  readonly onFree?: ((at: Point) => void) | undefined;
  /** `isNew` is true after a drag that drew the object. */
  readonly onCommit: (changed: InTab<Item>, isNew: boolean) => void;
}

/** Handles for the selected object. A click on another object selects it; a drag outside the selection draws an object. */
export function ObjectOverlay<Item extends object>({
  document,
  placed,
  places,
  tolerance = 0,
  movesOutside,
  next,
  draw,
  place,
  moveEnd,
  onClick,
  onFree,
  onCommit,
  ...box
}: ObjectOverlayProps<Item>) {
  const active = document.use((state) => state.active);
  const committed = document.use((state) => state.items[state.active]) as Item;
  const draft = useDraft<InTab<Item> & { readonly isNew: boolean }>({
    onDraft: (to) => document.showDraft(to?.item, to?.tab),
    onCommit: ({ isNew, ...changed }) => onCommit(changed, isNew),
  });
  const others = useMemo(
    () => places.filter((each, tab): each is PlacedBox => each !== undefined && tab !== active),
    [places, active],
  );
  const show = (item: Item) => draft.show({ tab: active, item, isNew: false });
  return (
    <BoxOverlay
      {...box}
      placed={placed}
      outside={movesOutside ? 'move' : next ? 'draw' : 'nothing'}
      others={others}
      onDraw={(from, to, keepRatio) => {
        const item = next && draw(next.item, from, to, keepRatio);
        if (next && item) draft.show({ tab: next.tab, item, isNew: true });
        else draft.cancel();
      }}
      onPlace={(to, scale) => show(place(committed, to, scale))}
      onEnd={moveEnd && ((end, to) => show(moveEnd(committed, end, to)))}
      onCommit={draft.commit}
      onCancel={draft.cancel}
      onClick={
        onClick ??
        ((at) => {
          const picked = pickBox(places, at, tolerance);
          if (picked < 0) onFree?.(at);
          else if (picked !== active) document.openTab(picked);
        })
      }
    />
  );
}
