import { useRef } from 'react';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { Desk } from '../desk/desk.ts';
import { showBitmap } from '../ui/stage/painted-canvas.ts';
import { useStageDrawing } from '../ui/stage/stage-pending.ts';
import { imageWorker } from '../workers/image-client.ts';

/** Maximum width and height of a preview in pixels; no screen shows more. */
const MAX_PREVIEW_SIDE = 4096;

interface ImagePreviewProps {
  readonly screen: Desk;
  /** A step that is not applied yet. */
  readonly pending?: RecipeStep | undefined;
  /** Shows the image before its first step, over the current image. */
  readonly isBeginning?: boolean;
}

/** Shows the screen's current image. The previous image stays visible until the current image is ready. */
export function ImagePreview({ screen, pending, isBeginning }: ImagePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = screen.use((state) => state.image?.version);
  const name = screen.use((state) => state.image?.source.name) ?? '';
  const request = version && pending ? `${version} ${JSON.stringify(pending)}` : version;
  useStageDrawing(request, async (signal) => {
    const { image, recipe } = screen.use.getState();
    if (!image || image.version !== version) return;
    const steps = isBeginning ? [] : pending ? [...recipe, pending] : recipe;
    const shown = { source: image.source.id, steps };
    const bitmap = await imageWorker.preview(shown, MAX_PREVIEW_SIDE, { signal });
    showBitmap(signal.aborted ? null : canvas.current, bitmap);
  });
  // While a changed step is drawn, the previous image keeps its aspect ratio.
  const style = pending || isBeginning ? { objectFit: 'contain' as const } : undefined;
  const place = isBeginning ? 'stage-canvas stage-beginning' : 'stage-canvas';
  return <canvas ref={canvas} className={place} role="img" aria-label={name} style={style} />;
}
