/**
 * Returns the pixels that WebGL drew on a canvas, as premultiplied RGBA from the top row to the bottom row. The pixels
 * exist only until the end of the task that drew them.
 */
export function drawnPixels(canvas: HTMLCanvasElement): { width: number; height: number; data: Uint8Array } {
  const gl = canvas.getContext('webgl2');
  if (!gl) throw new Error('The canvas is not drawn by WebGL 2');
  const { width, height } = canvas;
  const bottomUp = new Uint8Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bottomUp);
  const data = new Uint8Array(bottomUp.length);
  for (let y = 0; y < height; y++)
    data.set(bottomUp.subarray((height - 1 - y) * width * 4, (height - y) * width * 4), y * width * 4);
  return { width, height, data };
}
