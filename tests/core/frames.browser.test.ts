import { describe, expect, it } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { describeFrames, knownImages, refusedImages } from './frames.contract.ts';

const platform = createBrowserPlatform(createBrowserWorkers());

describeFrames(() => platform);

/** Returns a file's pixels by Chromium's own decoder, with straight alpha, as a WebGL texture takes them. */
async function decodedByChromium(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const bitmap = await createImageBitmap(new Blob([bytes], { type }), { premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2') as WebGL2RenderingContext;
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  const texture = gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture;
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  const data = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
  return { width, height, data };
}

describe('Chromium’s own decoders', () => {
  it.each(Object.entries(knownImages))(
    'give the same pixels as Fudebako for %s',
    async (_, { type, bytes, raster }) => {
      const theirs = await decodedByChromium(bytes, type);
      expect([theirs.width, theirs.height]).toEqual([raster.width, raster.height]);
      expect([...theirs.data]).toEqual([...raster.data]);
    },
  );

  it.each(Object.entries(refusedImages).filter(([name]) => !name.includes('no pixels')))(
    'refuse %s, as Fudebako does',
    async (_, [bytes]) => {
      const type = bytes[0] === 0x47 ? 'image/gif' : 'image/bmp';
      await expect(createImageBitmap(new Blob([bytes], { type }))).rejects.toThrow();
    },
  );
});
