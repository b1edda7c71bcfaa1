import { ImageSource, Texture } from 'pixi.js';

/**
 * Creates a texture and closes the bitmap. Uses a canvas, because Firefox and WebKit upload workers' bitmaps wrongly.
 * @throws if there is no memory for the canvas
 */
export function imageTexture(bitmap: ImageBitmap, scaleMode: 'nearest' | 'linear'): Texture {
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(`No 2D context for ${width} × ${height} px`);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const source = new ImageSource({ resource: canvas, alphaMode: 'premultiply-alpha-on-upload', scaleMode });
  return new Texture({ source });
}

export function releaseTexture(texture: Texture): void {
  const canvas = texture.source.resource as HTMLCanvasElement;
  texture.destroy(true);
  canvas.width = canvas.height = 0;
}
