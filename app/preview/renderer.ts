// Without it pixi compiles its shaders' uploads by eval, which the page's policy forbids.
import 'pixi.js/unsafe-eval';
import { WebGLRenderer } from 'pixi.js';

/**
 * A renderer whose canvas has as many pixels as what it shows, and shows them untouched.
 * @throws where there is no WebGL 2
 */
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
