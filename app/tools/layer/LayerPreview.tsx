import {
  createCoreLayerPainter,
  createGpuLayerPainter,
  type LayerPainter,
  type LayerScene,
} from '../../preview/layer-painter.ts';
import { nextFrame, usePainter } from '../../preview/use-painter.ts';
import { useStageDrawing } from '../../ui/stage/stage-pending.ts';

export function LayerPreview({ scene, label }: { scene: LayerScene; label: string }) {
  const { canvas, painter, kind } = usePainter<LayerPainter>(createGpuLayerPainter, createCoreLayerPainter);
  useStageDrawing(painter && JSON.stringify(scene), async (signal) => {
    await nextFrame();
    if (!signal.aborted) await painter?.show(scene);
  });
  return <canvas key={kind} ref={canvas} className="stage-canvas" role="img" aria-label={label} />;
}
