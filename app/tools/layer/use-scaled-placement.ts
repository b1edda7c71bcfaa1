import { useEffect, useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { refitTop } from '#core/recipes/refit-drawn.ts';
import { useOpenBatches } from '../../batch/open-batches.ts';
import type { LayerImage } from '../../preview/layer-painter.ts';
import { layerScreen } from './layer-screen-work.ts';

type Placing = Pick<LayerParameters, 'offsetX' | 'offsetY' | 'scale'>;

export function useScaledPlacement(
  bottom: LayerImage | undefined,
  { offsetX, offsetY, scale = 1 }: LayerParameters,
  place: (placing: Placing) => void,
): void {
  const now = { offsetX, offsetY, scale };
  const latest = useRef({ now, place });
  latest.current = { now, place };
  const before = useRef<LayerImage>(undefined);
  // Placement that the visitor has set, the bottom layer's size at that time, and the rescaled placement.
  const set = useRef<{ readonly placing: Placing; readonly size: Size; readonly shown: string }>(undefined);
  useEffect(() => {
    const from = before.current;
    before.current = bottom;
    if (!from || !bottom) return;
    const batch = useOpenBatches.getState().batches.get(layerScreen.tool);
    if (!batch?.switchesItem(from.source, bottom.source)) return;
    const { now, place } = latest.current;
    const { placing, size } = set.current?.shown === JSON.stringify(now) ? set.current : { placing: now, size: from };
    const isSame = size.width === bottom.width && size.height === bottom.height;
    const next = isSame ? placing : refitTop(placing, size, bottom);
    const { offsetX, offsetY, scale = 1 } = next;
    set.current = { placing, size, shown: JSON.stringify({ offsetX, offsetY, scale }) };
    place(next);
  }, [bottom]);
}
