// Without this import, pixi compiles uniform uploads with eval, which the page's content security policy forbids.
import 'pixi.js/unsafe-eval';
import { WebGLRenderer } from 'pixi.js';

/** Creates a pixi renderer with one canvas pixel per image pixel. Throws without WebGL 2. */
export async function createRenderer(canvas: HTMLCanvasElement): Promise<WebGLRenderer> {
  const renderer = new WebGLRenderer();
  await renderer.init({
    canvas,
    width: 1,
    height: 1,
    resolution: 1,
    antialias: false,
    backgroundAlpha: 0,
    premultipliedAlpha: true,
    preferWebGLVersion: 2,
  });
  return renderer;
}
