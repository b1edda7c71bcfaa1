import { type Filter, Texture, type TextureSource } from 'pixi.js';
import { blendShader } from '#app/preview/blend-shader.ts';
import { cosSin } from '#core/geometry/point.ts';
import type { BlendModeId } from '#core/image/blend/blend-modes.ts';
import { createFilter } from './filters.ts';

/** Position and size of the layer in preview pixels. */
export interface LayerPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Clockwise rotation about the layer's center, in degrees. */
  readonly rotation?: number;
  readonly opacity?: number;
}

/** Multiplies a layer's alpha by the mask, as core does. Premultiplied mask colors already include the mask's alpha. */
const MASKED_LAYER = `
uniform sampler2D uMask;
uniform float uHasMask;
uniform vec4 uPlace;
uniform vec2 uTurn;
uniform float uOpacity;

// Rounds to 8 bits, because a tiny sampling error changes some blend modes' results a lot, such as divide at 0.
vec4 stored(vec4 color) { return floor(color * 255.0 + 0.5) / 255.0; }
vec4 basePixel() { return stored(texture(uTexture, vTextureCoord)); }
// Offset from the layer's center, with the rotation undone.
vec2 awayFromMiddle() {
  vec2 away = vTextureCoord * uInputSize.xy - uPlace.xy - uPlace.zw * 0.5;
  return vec2(uTurn.x * away.x + uTurn.y * away.y, uTurn.x * away.y - uTurn.y * away.x);
}
vec2 placeInLayer() { return awayFromMiddle() / uPlace.zw + 0.5; }
// Fraction of the pixel that the layer covers, as in core.
float covered() {
  vec2 left = clamp(uPlace.zw * 0.5 - abs(awayFromMiddle()) + 0.5, 0.0, 1.0);
  return left.x * left.y;
}
float shown(vec2 place) {
  return uHasMask > 0.5 ? dot(texture(uMask, place).rgb, vec3(0.2126, 0.7152, 0.0722)) : 1.0;
}
`;

function createMaskedFilter(fragment: string, textures: Record<string, TextureSource>) {
  const uniforms = {
    uHasMask: { value: 0, type: 'f32' },
    uPlace: { value: new Float32Array(4), type: 'vec4<f32>' },
    uTurn: { value: new Float32Array([1, 0]), type: 'vec2<f32>' },
    uOpacity: { value: 1, type: 'f32' },
  } as const;
  const filter = createFilter(MASKED_LAYER + fragment, {
    layer: uniforms,
    uMask: Texture.WHITE.source,
    ...textures,
  });
  const set = (place: LayerPlace, mask: TextureSource | undefined) => {
    const { left, top, width, height, rotation = 0, opacity = 1 } = place;
    filter.resources.uMask = mask ?? Texture.WHITE.source;
    filter.resources.layer.uniforms.uHasMask = mask ? 1 : 0;
    filter.resources.layer.uniforms.uPlace = new Float32Array([left, top, width, height]);
    filter.resources.layer.uniforms.uTurn = new Float32Array(cosSin(rotation));
    filter.resources.layer.uniforms.uOpacity = opacity;
  };
  return { filter, set };
}

export function createMaskFilter() {
  return createMaskedFilter(
    `
void main() { finalColor = basePixel() * shown(placeInLayer()); }`,
    {},
  );
}

export interface BlendFilter {
  readonly filter: Filter;
  readonly set: (place: LayerPlace, top: TextureSource, mask: TextureSource | undefined) => void;
}

export function createBlendFilter(mode: BlendModeId): BlendFilter {
  const { filter, set } = createMaskedFilter(
    `
uniform sampler2D uTop;
${blendShader(mode)}
void main() {
  vec2 place = placeInLayer();
  float inside = covered();
  vec4 top = inside > 0.0 ? straight(stored(texture(uTop, place))) : vec4(0.0);
  top.a *= shown(place) * inside * uOpacity;
  finalColor = premultiplied(compose(straight(basePixel()), top));
}`,
    { uTop: Texture.WHITE.source },
  );
  return {
    filter,
    set: (place, top, mask) => {
      set(place, mask);
      filter.resources.uTop = top;
    },
  };
}
