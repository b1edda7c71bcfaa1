// Without this import, pixi compiles uniform uploads with eval, which the page's content security policy forbids.
import 'pixi.js/unsafe-eval';
import { WebGLRenderer } from 'pixi.js';

/** Creates a pixi renderer with one canvas pixel per image pixel. Throws without WebGL 2, or if its context is lost. */
export async function createRenderer(canvas: HTMLCanvasElement): Promise<WebGLRenderer> {
  const context = canvas.getContext('webgl2', { antialias: false, stencil: true });
  if (!context) throw new Error('WebGL 2 is missing');
  // No shader compiles while the context is lost, and pixi would try ever simpler shaders without end.
  context.getShaderParameter = (shader, name) => {
    if (context.isContextLost()) throw new Error('The WebGL context is lost');
    return WebGL2RenderingContext.prototype.getShaderParameter.call(context, shader, name);
  };
  const renderer = new WebGLRenderer();
  await renderer.init({ canvas, context, width: 1, height: 1, resolution: 1, antialias: false, backgroundAlpha: 0 });
  return renderer;
}
