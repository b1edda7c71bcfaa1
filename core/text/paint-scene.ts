import type { Size } from '../geometry/point.ts';
import { drawMark } from '../image/watermark.ts';
import type { SetText, TextFrame, TextScene } from './compose.ts';
import { paintText, type TextSurface, type Transform } from './paint.ts';

export interface TextView {
  /** Size of the image in pixels; by default the canvas size divided by `scale`. */
  readonly image?: Size;
  /** First row of the image that is drawn on the canvas. */
  readonly firstRow?: number;
  /** Canvas pixels per image pixel: 1 in an export. */
  readonly scale?: number;
}

export function paintTextScene(scene: TextScene, surface: TextSurface, view: TextView = {}): void {
  const { canvas, canvases } = surface;
  const { scale = 1, firstRow = 0 } = view;
  const { image = { width: canvas.width / scale, height: canvas.height / scale } } = view;
  for (const text of scene.texts) {
    const transform = textTransform(text, scale, firstRow);
    canvas.context.setTransform(...transform);
    if (text.frame) paintFrame(text.frame, surface);
    paintText(text.layout, text.paint, surface, transform);
  }
  canvas.context.setTransform(scale, 0, 0, scale, 0, -firstRow * scale);
  if (scene.watermark) drawMark(image, canvas.context, canvases);
}

/** Returns the transformation from image to canvas pixels, rotated about the center of the text's area. */
export function textTransform(
  { rotation, area }: Pick<SetText, 'rotation' | 'area'>,
  scale: number,
  firstRow = 0,
): Transform {
  const radians = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians) * scale, Math.sin(radians) * scale];
  const [x, y] = [area.left + area.width / 2, area.top + area.height / 2];
  return [cos, sin, -sin, cos, x * scale - (cos * x - sin * y), y * scale - (sin * x + cos * y) - firstRow * scale];
}

function paintFrame({ box, radiusPx, fill, border }: TextFrame, { canvas, canvases }: TextSurface): void {
  const { context } = canvas;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const path = canvases.createPath();
  const radius = Math.min(radiusPx, width / 2, height / 2);
  if (radius > 0) path.roundRect(box.left, box.top, width, height, radius);
  else path.rect(box.left, box.top, width, height);
  if (fill) {
    context.fillStyle = fill;
    context.fill(path);
  }
  if (!border) return;
  context.strokeStyle = border.color;
  context.lineWidth = border.widthPx;
  context.lineJoin = 'miter';
  context.setLineDash([]);
  context.stroke(path);
}
