import { useEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/errors.ts';
import {
  createCoreLayerPainter,
  createGpuLayerPainter,
  type LayerPainter,
  type LayerScene,
} from '../../preview/layer-painter.ts';
import { showError } from '../../state/errors.ts';

/** Said once a visit: the tool goes on without the GPU. */
let gpuFailed = false;

const report = (error: unknown) => {
  if (!(error instanceof CancelledError)) showError(error);
};

/** The layers as they lie over each other. Everything is given back when it goes. */
export function LayerPreview({ scene, label }: { scene: LayerScene; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [withoutGpu, setWithoutGpu] = useState(gpuFailed);
  const [painter, setPainter] = useState<LayerPainter>();
  const version = JSON.stringify(scene);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let left = false;
    let made: LayerPainter | undefined;
    const create = async () => (withoutGpu ? createCoreLayerPainter(element) : createGpuLayerPainter(element));
    create()
      .then((created) => {
        made = created;
        if (left) created.destroy();
        else setPainter(created);
      })
      .catch((error) => {
        if (left) return;
        gpuFailed = true;
        report(error);
        setWithoutGpu(true);
      });
    return () => {
      left = true;
      setPainter(undefined);
      made?.destroy();
    };
  }, [withoutGpu]);

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
        .catch(report);
    });
    return () => cancelAnimationFrame(frame);
  }, [painter, version]);

  return (
    <canvas
      // A canvas that has had one kind of context cannot have another.
      key={withoutGpu ? 'core' : 'gpu'}
      ref={canvas}
      className="stage-canvas"
      role="img"
      aria-label={label}
      data-version={version}
      data-painter={withoutGpu ? 'core' : 'gpu'}
    />
  );
}
