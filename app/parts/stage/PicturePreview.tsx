import { useRef } from 'react';
import { pictureWorker } from '../../platform/picture-worker.ts';
import type { PictureSession } from '../../state/picture-session.ts';
import { useStageDrawing } from '../../state/stage-pending.ts';
import { showBitmap } from './painted-canvas.ts';

/** Larger pictures are shown smaller: 16 megapixels are more than any screen has. */
const MAX_PREVIEW_SIDE = 4096;

/** The session's picture as it is now. The last one stays until the next is there. */
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
