import { useEffect } from 'react';
import {
  createCoreLayerPainter,
  createGpuLayerPainter,
  type LayerPainter,
  type LayerScene,
} from '../../preview/layer-painter.ts';
import { reportError, usePainter } from '../../preview/use-painter.ts';

/** The layers as they lie over each other. Everything is given back when it goes. */
export function LayerPreview({ scene, label }: { scene: LayerScene; label: string }) {
  const { canvas, painter, kind } = usePainter<LayerPainter>(createGpuLayerPainter, createCoreLayerPainter);
  const version = JSON.stringify(scene);

  useEffect(() => {
    if (!painter) return;
    const frame = requestAnimationFrame(() => {
      painter
        .show(JSON.parse(version) as LayerScene)
        .then(() => {
          const element = canvas.current;
          // A later scene says so itself.
          if (element?.dataset.version === version) element.dataset.drawn = version;
        })
        .catch(reportError);
    });
    return () => cancelAnimationFrame(frame);
  }, [canvas, painter, version]);

  return (
    <canvas
      key={kind}
      ref={canvas}
      className="stage-canvas"
      role="img"
      aria-label={label}
      data-version={version}
      data-painter={kind}
    />
  );
}
