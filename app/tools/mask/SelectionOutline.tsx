import type { Size } from '#core/geometry/point.ts';
import { draftBox, type SelectionDraft } from './selection-gesture.ts';

interface SelectionOutlineProps {
  readonly draft: SelectionDraft;
  readonly size: Size;
}

export function SelectionOutline({ draft: { kind, points }, size }: SelectionOutlineProps) {
  return (
    <svg
      className="selection-outline"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {/* A light line over a dark line is visible on every image. */}
      {(['selection-dark', 'selection-light'] as const).map((look) => (
        <Outline key={look} kind={kind} points={points} className={look} />
      ))}
    </svg>
  );
}

function Outline({ kind, points, className }: SelectionDraft & { readonly className: string }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || kind === 'wand') return null;
  if (kind === 'lasso')
    return <polygon className={className} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />;
  const { left, top, right, bottom } = draftBox(first, last);
  if (kind === 'ellipse') {
    const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2];
    return <ellipse className={className} cx={left + radiusX} cy={top + radiusY} rx={radiusX} ry={radiusY} />;
  }
  return <rect className={className} x={left} y={top} width={right - left} height={bottom - top} />;
}
