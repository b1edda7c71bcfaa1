import { useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import { blendLayers, isMultiplied } from '#core/shapes/scene.ts';
import { defaultComponent } from '#core/shapes/settings.ts';
import { showError } from '../../notices/error-queue.ts';
import { canvasScale, showBitmap, usePaintQueue } from '../../ui/stage/painted-canvas.ts';
import type { StageView } from '../../ui/stage/stage-view.ts';
import { type Components, useShapeDocument } from './drawn-shapes.ts';
import { shapePainter } from './painter-client.ts';
import { useShapeImage, useShapeImages } from './shape-images.ts';

interface ShapeCanvasProps {
  readonly components: Components;
  readonly size: Size;
  readonly view: StageView;
}

/** Shows shapes over the image: one canvas for each layer of shapes that mix with the image in the same way. */
export function ShapeCanvases({ components, ...place }: ShapeCanvasProps) {
  const layers = blendLayers(components.filter(({ shape }) => shape !== 'none'));
  // biome-ignore lint/suspicious/noArrayIndexKey: a layer has no ID except its index
  return layers.map((layer, index) => <ShapeCanvas key={index} components={layer} {...place} />);
}

function ShapeCanvas({ components, size, view }: ShapeCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const images = useShapeImages();
  const scale = canvasScale(size, view.scale);
  const version = `${JSON.stringify(components)} ${size.width}×${size.height} ${scale} ${[...images.keys()]}`;
  const paint = async () => showBitmap(canvas.current, await shapePainter.draw(components, size, scale));
  usePaintQueue(paint, version, showError);
  return (
    <canvas
      ref={canvas}
      className="overlay-canvas shape-canvas"
      style={isMultiplied(components) ? { mixBlendMode: 'multiply' } : undefined}
    />
  );
}

const THUMBNAIL_SIDE = 24;

export function ShapeThumbnail({ tab, size }: { readonly tab: number; readonly size: Size }) {
  const component = useShapeDocument(({ items }) => items[tab]) ?? defaultComponent();
  const canvas = useRef<HTMLCanvasElement>(null);
  const loaded = useShapeImage(component.shapeImageKey) !== undefined;
  const side = THUMBNAIL_SIDE * 2;
  usePaintQueue(
    async () => showBitmap(canvas.current, await shapePainter.thumbnail(component, size, side)),
    `${JSON.stringify(component)} ${size.width}×${size.height} ${loaded}`,
    showError,
  );
  return <canvas ref={canvas} className="shape-thumbnail" />;
}
