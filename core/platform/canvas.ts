import type { Raster } from '../base/raster.ts';

export interface Canvases {
  create(width: number, height: number): Canvas;
  createPath(svgPathData?: string): Path;
  createImage(raster: Raster): Promise<CanvasImage>;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly context: Context2D;
  /** Returns unpremultiplied pixels of the canvas, or of its rows `[start, end)`. */
  toRaster(rows?: { readonly start: number; readonly end: number }): Raster;
  /** Frees the memory of the canvas, which must not be used afterwards. */
  release(): void;
}

/** A drawable image: an `ImageBitmap` or a canvas. */
export type CanvasImage = { readonly width: number; readonly height: number };

export interface Path {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(cp1x: number, cp1y: number, cp2x: number, cp2y: number, x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radii?: number | number[]): void;
  closePath(): void;
}

export interface Context2D {
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  clearRect(x: number, y: number, width: number, height: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fill(path: Path, rule?: 'nonzero' | 'evenodd'): void;
  stroke(path: Path): void;
  drawImage(image: CanvasImage | Canvas, dx: number, dy: number, dw: number, dh: number): void;
  drawImage(
    image: CanvasImage | Canvas,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { readonly width: number };
  setLineDash(segments: number[]): void;
  font: string;
  textBaseline: 'alphabetic' | 'top' | 'middle' | 'bottom';
  textAlign: 'left' | 'center' | 'right';
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'miter' | 'round' | 'bevel';
  miterLimit: number;
  globalAlpha: number;
  globalCompositeOperation: string;
  /** Twice the standard deviation of the shadow's blur, in canvas pixels. */
  shadowBlur: number;
  shadowColor: string;
  /** Horizontal offset of the shadow in canvas pixels; the context's transformation does not apply. */
  shadowOffsetX: number;
  shadowOffsetY: number;
  imageSmoothingEnabled: boolean;
  imageSmoothingQuality: 'low' | 'medium' | 'high';
}
