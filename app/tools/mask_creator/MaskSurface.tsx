import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CancelledError } from '#core/errors.ts';
import { studio } from '../../platform/studio.ts';
import { showError } from '../../state/errors.ts';
import { redrawMask } from './easel.ts';
import { inTurn, maskBench } from './mask-bench.ts';
import { type MaskPatch, previewFactor } from './mask-patch.ts';

/** The base needs no more pixels than a screen has. */
const BASE_SIDE = 2048;

/** The base, and the mask over it at half opacity. */
export function MaskSurface() {
  return (
    <>
      <BaseCanvas />
      <MaskCanvas />
    </>
  );
}

function BaseCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const source = maskBench.use(({ base }) => base?.source);
  useEffect(() => {
    if (!source) return;
    const controller = new AbortController();
    studio
      .preview({ source: source.id, steps: [] }, BASE_SIDE, controller)
      .then((bitmap) => {
        const element = canvas.current;
        if (controller.signal.aborted || !element) return bitmap.close();
        element.width = bitmap.width;
        element.height = bitmap.height;
        element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
        element.dataset.drawn = source.id;
      })
      .catch((error) => {
        if (!(error instanceof CancelledError) && !controller.signal.aborted) showError(error);
      });
    return () => controller.abort();
  }, [source]);
  return (
    <canvas ref={canvas} className="stage-canvas" role="img" aria-label={source?.name} data-version={source?.id} />
  );
}

function MaskCanvas() {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mask = maskBench.use((state) => state.mask);
  const redraws = maskBench.use((state) => state.redraws);
  const size = mask?.ground ?? { width: 1, height: 1 };
  const factor = previewFactor(size);
  // Setting the size also clears the canvas, so it is not left to React.
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || redraws === 0) return;
    const [width, height] = [Math.ceil(size.width / factor), Math.ceil(size.height / factor)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    const draw = (patch: MaskPatch | undefined) => {
      if (patch) context.putImageData(new ImageData(patch.data, patch.width, patch.height), patch.x, patch.y);
    };
    maskBench.drawOn(draw);
    let left = false;
    inTurn(() => redrawMask((patch) => !left && draw(patch)))
      .then(() => {
        if (!left) element.dataset.redraws = String(redraws);
      })
      .catch(showError);
    return () => {
      left = true;
      maskBench.drawOn(undefined);
    };
  }, [size.width, size.height, factor, redraws]);
  return <canvas ref={canvas} className="mask-canvas" role="img" aria-label={t('mask_creator.mask')} />;
}
