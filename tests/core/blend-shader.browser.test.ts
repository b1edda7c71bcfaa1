import { expect, it } from 'vitest';
import { blendShader } from '#app/preview/gpu-layers.ts';
import { type BlendModeId, blendModes } from '#core/image/blend/blend-modes.ts';
import { composeExactly } from './blend.reference.ts';

/** Draws one pixel per pair of straight-alpha pixels with the shader, and reads the result as floats. */
function composeOnGpu(
  mode: BlendModeId,
  bottom: Uint8Array,
  top: Uint8Array,
  width: number,
  height: number,
): Float32Array {
  const gl = new OffscreenCanvas(width, height).getContext('webgl2') as WebGL2RenderingContext;
  gl.getExtension('EXT_color_buffer_float');
  const program = gl.createProgram();
  const sources = [
    [
      gl.VERTEX_SHADER,
      'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }',
    ],
    [
      gl.FRAGMENT_SHADER,
      `precision highp float;
uniform sampler2D bottomLayer;
uniform sampler2D topLayer;
out vec4 result;
${blendShader(mode)}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  result = compose(texelFetch(bottomLayer, at, 0), texelFetch(topLayer, at, 0));
}`,
    ],
  ] as const;
  for (const [type, source] of sources) {
    const shader = gl.createShader(type) as WebGLShader;
    gl.shaderSource(shader, `#version 300 es\n${source}`);
    gl.compileShader(shader);
    expect(gl.getShaderInfoLog(shader)).toBeFalsy();
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  // biome-ignore lint/correctness/useHookAtTopLevel: a WebGL function, not a React hook
  gl.useProgram(program);
  const texture = (unit: number, format: number, pixels: Uint8Array | null) => {
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, width, height);
    if (pixels) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    return made;
  };
  texture(0, gl.RGBA8, bottom);
  texture(1, gl.RGBA8, top);
  gl.uniform1i(gl.getUniformLocation(program, 'bottomLayer'), 0);
  gl.uniform1i(gl.getUniformLocation(program, 'topLayer'), 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture(2, gl.RGBA32F, null), 0);
  gl.viewport(0, 0, width, height);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const drawn = new Float32Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, drawn);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return drawn;
}

it.each(blendModes.map(({ id }) => id))(
  'the GLSL of the blend mode %s differs from the reference by at most one 8-bit level',
  (mode) => {
    const [width, height] = [256, 256];
    const bottom = new Uint8Array(width * height * 4);
    const top = new Uint8Array(width * height * 4);
    const alphas = [255, 255, 1, 100, 254, 0];
    for (let index = 0; index < width * height; index++) {
      const [b, s] = [index % 256, index >> 8];
      bottom.set([b, 255 - b, (b * 7) % 256, alphas[(b + s) % 6] as number], index * 4);
      top.set([s, s, (s * 3) % 256, alphas[(b * 5 + s * 3) % 6] as number], index * 4);
    }
    const drawn = composeOnGpu(mode, bottom, top, width, height);
    let most = 0;
    for (let at = 0; at < drawn.length; at += 4) {
      const expected = composeExactly(mode, [...bottom.subarray(at, at + 4)], [...top.subarray(at, at + 4)]);
      most = Math.max(most, Math.abs(255 * (drawn[at + 3] as number) - expected[3]));
      if (expected[3] === 0) continue;
      for (const channel of [0, 1, 2] as const)
        most = Math.max(most, Math.abs(255 * (drawn[at + channel] as number) - expected[channel]));
    }
    expect(most).toBeLessThan(0.1);
  },
);
