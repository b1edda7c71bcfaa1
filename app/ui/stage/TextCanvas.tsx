import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { TextWork } from '#core/text/write.ts';
import { showError } from '../../notices/error-queue.ts';
import { type TextReport, textPainter } from '../../workers/text-painter-client.ts';
import { Button } from '../Button.tsx';
import { familiesOf, isOwnFamily, useOwnFonts } from '../fonts/own-fonts.ts';
import { canvasScale, showBitmap, usePaintQueue } from './painted-canvas.ts';
import { usePreviewWatch } from './preview-watch.ts';
import type { StageView } from './stage-view.ts';
import '../parts.css';

interface TextCanvasProps {
  /** Texts to paint. All font families of the texts must be available on this device (`usableWork`). */
  readonly work: TextWork;
  readonly size: Size;
  readonly view: StageView;
  readonly hidden?: boolean;
  readonly onReport?: (reports: readonly TextReport[]) => void;
}

/** Paints texts over the image. Keeps the previous texts until all fonts of the next texts are loaded. */
export function TextCanvas({ work, size, view, hidden, onReport }: TextCanvasProps) {
  const { t } = useTranslation(['app', 'stage']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const reported = useRef('');
  const failed = useRef('');
  const restored = useOwnFonts((state) => state.restored);
  const scale = canvasScale(size, view.scale);
  const waits = !restored && familiesOf(work).some(isOwnFamily);
  const { state, attempt, stop, draw, watch } = usePreviewWatch();
  const key = JSON.stringify(work);
  const version = waits ? undefined : `${key} ${size.width}×${size.height} ${scale} ${attempt}`;
  const paint = async () => {
    const { bitmap, reports } = await watch(key, (signal) => textPainter.paint(work, size, scale, { signal }));
    showBitmap(canvas.current, bitmap);
    failed.current = '';
    const latest = JSON.stringify(reports);
    if (latest !== reported.current) onReport?.(reports);
    reported.current = latest;
  };
  usePaintQueue(paint, version, (error) => {
    if (error instanceof CancelledError) return;
    // Reports equal errors once; otherwise every keystroke would repeat the error.
    const message = error instanceof FudebakoError ? error.code : String(error);
    if (message !== failed.current) showError(error);
    failed.current = message;
  });
  return (
    <>
      <canvas ref={canvas} className="overlay-canvas" hidden={hidden} />
      <div className="slow-preview" role="status">
        {state !== 'drawn' && (
          <>
            <p>{t(state === 'slow' ? 'stage:preview.slow' : 'stage:preview.stopped')}</p>
            <Button onClick={state === 'slow' ? stop : draw}>
              {t(state === 'slow' ? 'stage:preview.stop' : 'stage:preview.draw')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
