import { useRef } from 'react';
import { FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { TextWork } from '#core/text/write.ts';
import { type TextReport, textPainter } from '../../platform/text-painter.ts';
import { showError } from '../../state/errors.ts';
import { familiesOf, isOwnFamily, useOwnFonts } from '../../state/own-fonts.ts';
import { canvasScale, showBitmap, usePaintQueue } from './painted-canvas.ts';
import type { StageView } from './stage-view.ts';
import '../parts.css';

interface TextCanvasProps {
  /** As `usableWork` gives it: with families that are on this device. */
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
  /** Something else is in its place for a while. */
  readonly hidden?: boolean;
  /** Receives what came of each text whenever that changes. */
  readonly onReport?: (reports: readonly TextReport[]) => void;
}

/**
 * The texts over the picture, as they will be written on it. What is shown stays until the next is
 * painted, fonts included: a text never flashes up in another font.
 */
export function TextCanvas({ work, size, view, hidden, onReport }: TextCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const reported = useRef('');
  const failed = useRef('');
  const restored = useOwnFonts((state) => state.restored);
  const scale = canvasScale(size, view.scale);
  const waits = !restored && familiesOf(work).some(isOwnFamily);
  const version = waits ? undefined : `${JSON.stringify(work)} ${size.width}×${size.height} ${scale}`;
  const paint = async () => {
    const { bitmap, reports } = await textPainter.paint(work, size, scale);
    showBitmap(canvas.current, bitmap);
    failed.current = '';
    const latest = JSON.stringify(reports);
    if (latest !== reported.current) onReport?.(reports);
    reported.current = latest;
  };
  usePaintQueue(paint, version, (error) => {
    // What goes wrong with one letter goes wrong with the next: it is said once.
    const message = error instanceof FudebakoError ? error.code : String(error);
    if (message !== failed.current) showError(error);
    failed.current = message;
  });
  return <canvas ref={canvas} className="overlay-canvas" hidden={hidden} />;
}
