import { useRef } from 'react';
import type { PictureSession } from '../session/picture-session.ts';
import { showBitmap } from '../ui/stage/painted-canvas.ts';
import { useStageDrawing } from '../ui/stage/stage-pending.ts';
import { pictureWorker } from '../workers/picture-worker.ts';

/** Maximum width and height of a preview in pixels; no screen shows more. */
const MAX_PREVIEW_SIDE = 4096;

/** Shows the session's current image. The previous image stays visible until the current image is ready. */
export function PicturePreview({ session, label }: { session: PictureSession; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = session.use((state) => state.picture?.version);
  useStageDrawing(version, async (signal) => {
    const { picture, history } = session.use.getState();
    if (!picture || picture.version !== version) return;
    const shown = { source: picture.source.id, steps: history.present };
    const bitmap = await pictureWorker.preview(shown, MAX_PREVIEW_SIDE, { signal });
    showBitmap(signal.aborted ? null : canvas.current, bitmap);
  });
  return <canvas ref={canvas} className="stage-canvas" role="img" aria-label={label} />;
}
