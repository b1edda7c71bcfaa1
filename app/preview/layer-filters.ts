import { type Filter, Texture, type TextureSource } from 'pixi.js';
import { blendShader } from '#app/preview/blend-shader.ts';
import type { BlendModeId } from '#core/image/blend/blend-modes.ts';
import { createFilter } from './filters.ts';

/** Where the masked layer lies in the picture, in pixels of the preview. */
export interface LayerPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The mask's luminance by core's weights, times its alpha, which its premultiplied colours carry already. */
const MASKED_LAYER = `
uniform sampler2D uMask;
uniform float uHasMask;
uniform vec4 uPlace;

// A byte as it is stored: the little that sampling adds would tip modes that jump, as divide does at 0.
vec4 stored(vec4 color) { return floor(color * 255.0 + 0.5) / 255.0; }
vec4 basePixel() { return stored(texture(uTexture, vTextureCoord)); }
vec2 placeInLayer() { return (vTextureCoord * uInputSize.xy - uPlace.xy) / uPlace.zw; }
float shown(vec2 place) {
  return uHasMask > 0.5 ? dot(texture(uMask, place).rgb, vec3(0.2126, 0.7152, 0.0722)) : 1.0;
}
`;

function createMaskedFilter(fragment: string, textures: Record<string, TextureSource>) {
  const uniforms = {
    uHasMask: { value: 0, type: 'f32' },
    uPlace: { value: new Float32Array(4), type: 'vec4<f32>' },
  } as const;
  const filter = createFilter(MASKED_LAYER + fragment, {
    layer: uniforms,
    uMask: Texture.WHITE.source,
    ...textures,
  });
  const set = ({ left, top, width, height }: LayerPlace, mask: TextureSource | undefined) => {
    filter.resources.uMask = mask ?? Texture.WHITE.source;
    filter.resources.layer.uniforms.uHasMask = mask ? 1 : 0;
    filter.resources.layer.uniforms.uPlace = new Float32Array([left, top, width, height]);
  };
  return { filter, set };
}

/** Shows as much of the only layer as the mask says. */
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

/** The top over the bottom by a mode of core's table, composed as core does. */
export function createBlendFilter(mode: BlendModeId): BlendFilter {
  const { filter, set } = createMaskedFilter(
    `
uniform sampler2D uTop;
${blendShader(mode)}
void main() {
  vec2 place = placeInLayer();
  bool inside = all(greaterThanEqual(place, vec2(0.0))) && all(lessThan(place, vec2(1.0)));
  vec4 top = inside ? straight(stored(texture(uTop, place))) : vec4(0.0);
  top.a *= shown(place);
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
