import { BufferImageSource, defaultFilterVert, Filter, GlProgram, Texture } from 'pixi.js';
import { type ColorChange, UNCHANGED } from '#core/image/adjust-color.ts';
import { gaussianWeights } from '#core/image/blur/gaussian.ts';
import { blurSigma, sharpenAmount } from '#core/image/blur-sharpen.ts';
import { LUMINANCE } from '#core/image/color/color-matrix.ts';

/** Shader functions that convert between premultiplied alpha (textures) and straight alpha (core's formulas). */
const HEADER = `
in vec2 vTextureCoord;
out vec4 finalColor;
uniform sampler2D uTexture;
uniform vec4 uInputSize;
uniform vec4 uInputClamp;

vec4 straight(vec4 color) { return color.a > 0.0 ? vec4(color.rgb / color.a, color.a) : vec4(0.0); }
vec4 premultiplied(vec4 color) { return vec4(clamp(color.rgb, 0.0, 1.0) * color.a, color.a); }
vec4 pixel(vec2 offset) {
  return texture(uTexture, clamp(vTextureCoord + offset * uInputSize.zw, uInputClamp.xy, uInputClamp.zw));
}
`;

export function createFilter(fragment: string, resources: Record<string, unknown>): Filter {
  const glProgram = GlProgram.from({
    vertex: defaultFilterVert,
    fragment: HEADER + fragment,
    name: 'fudebako',
    // Vertex and fragment shaders must have the same precision. 8-bit color levels require high precision.
    preferredFragmentPrecision: 'highp',
  });
  return new Filter({ glProgram, resources, padding: 0, resolution: 1, antialias: 'off' });
}

/**
 * Applies core's curves, vibrance, and 4×5 color matrix without its alpha row, because color adjustments don't change
 * alpha. The curves are a texture of one row per channel.
 */
export function createColorFilter() {
  const uniforms = {
    uMatrix: { value: new Float32Array(15), type: 'f32', size: 15 },
    uVibrance: { value: 0, type: 'f32' },
  } as const;
  const curves = new BufferImageSource({
    resource: UNCHANGED,
    width: 256,
    height: 3,
    format: 'r32float',
    alphaMode: 'no-premultiply-alpha',
    scaleMode: 'nearest',
  });
  const filter = createFilter(
    `
uniform float uMatrix[15];
uniform float uVibrance;
uniform highp sampler2D uCurves;
float curved(float level, float channel) {
  return texture(uCurves, vec2((floor(level * 255.0 + 0.5) + 0.5) / 256.0, (channel + 0.5) / 3.0)).r / 255.0;
}
void main() {
  vec4 color = straight(texture(uTexture, vTextureCoord));
  color.rgb = vec3(curved(color.r, 0.0), curved(color.g, 1.0), curved(color.b, 2.0));
  float spread = max(max(color.r, color.g), color.b) - min(min(color.r, color.g), color.b);
  float luma = dot(color.rgb, vec3(${LUMINANCE.join(', ')}));
  color.rgb = luma + (color.rgb - luma) * (1.0 + uVibrance * (1.0 - min(1.0, spread)));
  vec3 result;
  for (int row = 0; row < 3; row++)
    result[row] = dot(vec4(uMatrix[row * 5], uMatrix[row * 5 + 1], uMatrix[row * 5 + 2], uMatrix[row * 5 + 3]), color)
      + uMatrix[row * 5 + 4];
  finalColor = premultiplied(vec4(result, color.a));
}`,
    { colors: uniforms, uCurves: curves },
  );
  const set = (change: ColorChange) => {
    filter.resources.colors.uniforms.uMatrix = new Float32Array(change.matrix.slice(0, 15));
    filter.resources.colors.uniforms.uVibrance = change.vibrance;
    const resource = change.curves ?? UNCHANGED;
    if (curves.resource === resource) return;
    curves.resource = resource;
    curves.update();
  };
  const destroy = () => {
    filter.resources.uCurves = Texture.WHITE.source;
    curves.destroy();
    filter.destroy();
  };
  return { filters: [filter], set, destroy };
}

/** Number of weights on each side of the widest blur kernel: σ of 5 px, truncated as in core. */
const MAX_WEIGHTS = 24;

/** Core's Gaussian blur on premultiplied colors: a horizontal pass, then a vertical pass. */
export function createBlurFilter() {
  const [across, down] = [createBlurPass(1, 0), createBlurPass(0, 1)];
  const set = (sharpness: number, previewScale: number) => {
    const weights = gaussianWeights(blurSigma(sharpness, previewScale)).slice(0, MAX_WEIGHTS);
    for (const { resources } of [across, down]) {
      const padded = new Float32Array(MAX_WEIGHTS);
      padded.set(weights);
      resources.blur.uniforms.uWeights = padded;
      resources.blur.uniforms.uCount = weights.length;
    }
  };
  return { filters: [across, down], set };
}

function createBlurPass(x: number, y: number): Filter {
  const uniforms = {
    uWeights: { value: new Float32Array(MAX_WEIGHTS), type: 'f32', size: MAX_WEIGHTS },
    uCount: { value: 1, type: 'i32' },
    uDirection: { value: new Float32Array([x, y]), type: 'vec2<f32>' },
  } as const;
  return createFilter(
    `
uniform float uWeights[${MAX_WEIGHTS}];
uniform int uCount;
uniform vec2 uDirection;
void main() {
  vec4 sum = uWeights[0] * texture(uTexture, vTextureCoord);
  for (int index = 1; index < ${MAX_WEIGHTS}; index++) {
    if (index >= uCount) break;
    vec2 offset = uDirection * float(index);
    sum += uWeights[index] * (pixel(offset) + pixel(-offset));
  }
  finalColor = sum;
}`,
    { blur: uniforms },
  );
}

/** Core's sharpening kernel with four neighbors, on colors with straight alpha. Alpha doesn't change. */
export function createSharpenFilter() {
  const uniforms = { uAmount: { value: 0, type: 'f32' } } as const;
  const filter = createFilter(
    `
uniform float uAmount;
void main() {
  vec4 color = straight(texture(uTexture, vTextureCoord));
  vec3 around = straight(pixel(vec2(1.0, 0.0))).rgb + straight(pixel(vec2(-1.0, 0.0))).rgb
    + straight(pixel(vec2(0.0, 1.0))).rgb + straight(pixel(vec2(0.0, -1.0))).rgb;
  finalColor = premultiplied(vec4(color.rgb + uAmount * (4.0 * color.rgb - around), color.a));
}`,
    { sharpen: uniforms },
  );
  const set = (sharpness: number, previewScale: number) => {
    filter.resources.sharpen.uniforms.uAmount = sharpenAmount(sharpness, previewScale);
  };
  return { filters: [filter], set };
}
