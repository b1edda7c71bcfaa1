import { ImageSource, Texture } from 'pixi.js';

/**
 * A texture of a bitmap, which is closed. It goes through a canvas: of bitmaps from a worker, Firefox uploads colours
 * that are not multiplied with their alpha, and WebKit none at all.
 *
 * @throws where there is no memory for the canvas
 */
export function pictureTexture(bitmap: ImageBitmap, scaleMode: 'nearest' | 'linear'): Texture {
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

/** Gives the texture's memory back, and the canvas's. */
export function releaseTexture(texture: Texture): void {
  const canvas = texture.source.resource as HTMLCanvasElement;
  texture.destroy(true);
  canvas.width = canvas.height = 0;
}
