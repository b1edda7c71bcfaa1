import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showBitmap } from '../../ui/stage/painted-canvas.ts';
import { useStageDrawing } from '../../ui/stage/stage-pending.ts';
import { imageWorker } from '../../workers/image-client.ts';
import { redrawMask } from './mask-client.ts';
import { type MaskPatch, previewFactor } from './mask-patch.ts';
import { maskScreen, underKey } from './mask-screen-work.ts';

/** Maximum width and height, in pixels, of the preview of the image under the mask. */
const BASE_SIDE = 2048;

/** Display modes: the mask over the image, the image alone (`none`), or a cut-out, also with a `faint` or `dim` rest. */
export type MaskDisplay = 'mask' | 'none' | 'cutOut' | 'faint' | 'dim';

interface MaskSurfaceProps {
  readonly look: MaskDisplay;
}

export function MaskSurface({ look }: MaskSurfaceProps) {
  return (
    <>
      <BaseCanvas />
      <MaskCanvas look={look} />
    </>
  );
}

/** Returns the image under the mask once it has opened. */
export function useUnder() {
  const key = maskScreen.document.use(({ history }) => underKey(history.present));
  return maskScreen.unders.useReady(key);
}

function BaseCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const source = useUnder()?.source;
  useStageDrawing(source?.id, async (signal) => {
    if (!source) return;
    const bitmap = await imageWorker.preview({ source: source.id, steps: [] }, BASE_SIDE, { signal });
    showBitmap(signal.aborted ? null : canvas.current, bitmap);
  });
  return <canvas ref={canvas} className="stage-canvas" role="img" aria-label={source?.name} />;
}

function MaskCanvas({ look }: MaskSurfaceProps) {
  const { t } = useTranslation(['app', 'stage']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { held, redraws } = maskScreen.pixels.use();
  const size = held?.start ?? { width: 1, height: 1 };
  const factor = previewFactor(size);
  useEffect(() => () => maskScreen.pixels.drawOn(undefined), []);
  const isCutOut = look === 'cutOut' || look === 'faint' || look === 'dim';
  useStageDrawing(`${size.width}×${size.height} ${redraws} ${isCutOut}`, async (signal) => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || redraws === 0) return;
    // React must not set the canvas size, because setting a canvas size clears the canvas.
    const [width, height] = [Math.ceil(size.width / factor), Math.ceil(size.height / factor)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    const draw = (patch: MaskPatch | undefined) => {
      if (!patch) return;
      if (isCutOut) hideByCheckerboard(patch);
      context.putImageData(new ImageData(patch.data, patch.width, patch.height), patch.x, patch.y);
    };
    maskScreen.pixels.drawOn(draw);
    await redrawMask((patch) => !signal.aborted && draw(patch));
  });
  return <canvas ref={canvas} className="mask-canvas" data-look={look} role="img" aria-label={t('stage:mask.mask')} />;
}

/** Gray levels and side length of the checkerboard squares; the side is a power of two in preview pixels. */
const [LIGHT_SQUARE, DARK_SQUARE, SQUARE_BITS] = [255, 204, 3];

/** Replaces mask levels with a checkerboard that covers the hidden pixels, so the image below appears cut out. */
function hideByCheckerboard({ x, y, width, height, data }: MaskPatch): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 4;
      const isDark = (((x + column) >> SQUARE_BITS) + ((y + row) >> SQUARE_BITS)) & 1;
      data[at + 3] = 255 - (data[at] as number);
      data.fill(isDark ? DARK_SQUARE : LIGHT_SQUARE, at, at + 3);
    }
}
