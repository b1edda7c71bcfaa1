import type { Size } from '#core/geometry/point.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';

interface StraightenOverlayProps {
  readonly view: StageView;
  readonly size: Size;
  /** Size of the straightened image in pixels, and the scale of its preview. */
  readonly result: Size;
  readonly scale: number;
}

export function StraightenOverlay({ view, size, result, scale }: StraightenOverlayProps) {
  const [width, height] = [result.width * scale * view.scale, result.height * scale * view.scale];
  const left = (size.width * view.scale - width) / 2;
  const top = (size.height * view.scale - height) / 2;
  return (
    <div className="crop-shade" aria-hidden="true">
      <div className="crop-hole straighten-grid" style={{ left, top, width, height }} />
    </div>
  );
}
