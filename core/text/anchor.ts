import { type Box, boxCenter } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import { positions } from '../geometry/positions.ts';
import type { Align, TextArea, VerticalAlign } from './layout-style.ts';

export const anchors = ['none', ...positions] as const;

export type Anchor = (typeof anchors)[number];

const shareX = (anchor: Anchor): number => (anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5);
const shareY = (anchor: Anchor): number => (anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5);

export function alignmentOf(anchor: Anchor): { readonly align: Align; readonly vAlign: VerticalAlign } | undefined {
  if (anchor === 'none') return undefined;
  const index = anchors.indexOf(anchor) - 1;
  return {
    align: (['left', 'center', 'right'] as const)[index % 3] ?? 'center',
    vAlign: (['top', 'middle', 'bottom'] as const)[Math.floor(index / 3)] ?? 'middle',
  };
}

/** Returns the anchor nearest to a box. Thirds of both sides divide the image into nine parts, one per anchor. */
export function nearestAnchor(box: Box, { width, height }: Size): Anchor {
  const { x, y } = boxCenter(box);
  const third = (at: number, side: number) => Math.min(2, Math.max(0, Math.floor((3 * at) / side)));
  return anchors[1 + 3 * third(y, height) + third(x, width)] ?? 'center';
}

/**
 * Returns the largest frame with this aspect ratio (width divided by height) at an anchor of the image. Text keeps its
 * proportions and its distance to the anchor on images of every aspect ratio.
 */
export function anchoredFrame(size: Size, anchor: Anchor, aspect: number | undefined): TextArea {
  if (anchor === 'none' || aspect === undefined) return { left: 0, top: 0, ...size };
  const width = Math.min(size.width, size.height * aspect);
  const height = width / aspect;
  return { left: (size.width - width) * shareX(anchor), top: (size.height - height) * shareY(anchor), width, height };
}
