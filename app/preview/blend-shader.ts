import { type BlendMode, type BlendModeId, blendFunctions, blendMode } from '#core/image/blend/blend-modes.ts';

/**
 * Returns shader code (GLSL ES 3.00) for core's blend modes: `blend` for opaque colors, `compose` for colors with
 * straight alpha. `compose` is source-over (W3C Compositing and Blending Level 1, section 10).
 */
export function blendShader(id: BlendModeId): string {
  return `${blendFunctions}
${blendFunction(blendMode(id))}
vec4 compose(vec4 bottom, vec4 top) {
  float alpha = top.a + bottom.a - top.a * bottom.a;
  if (alpha <= 0.0) return vec4(0.0);
  vec3 color = top.a * (1.0 - bottom.a) * top.rgb
    + top.a * bottom.a * blend(bottom.rgb, top.rgb)
    + (1.0 - top.a) * bottom.a * bottom.rgb;
  return vec4(color / alpha, alpha);
}
`;
}

function blendFunction(mode: BlendMode): string {
  if ('color' in mode) return `vec3 blend(vec3 b, vec3 s) { return ${mode.glsl}; }`;
  return `float blendChannel(float b, float s) { return ${mode.glsl}; }
vec3 blend(vec3 b, vec3 s) {
  return vec3(blendChannel(b.r, s.r), blendChannel(b.g, s.g), blendChannel(b.b, s.b));
}`;
}
