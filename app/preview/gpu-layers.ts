import { Container, type Filter, Rectangle, Sprite, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js';
import { cosSin } from '#core/geometry/point.ts';
import { type BlendMode, type BlendModeId, blendFunctions, blendMode } from '#core/image/blend/blend-modes.ts';
import type { Layers } from '#core/image/layer.ts';
import { createFilter } from './filters.ts';
import { imageTexture, releaseTexture } from './image-texture.ts';
import { createRenderer } from './renderer.ts';

type LayerId = keyof Layers;

export type LayerDrawing =
  | { readonly kind: 'single'; readonly layer: LayerId }
  | { readonly kind: 'masked'; readonly layer: 'top' | 'bottom' }
  | { readonly kind: 'blended'; readonly mode: BlendModeId; readonly place: LayerPlace; readonly masked: boolean };

/** Draws a layer preview on the GPU with core's blend formulas. Exports don't use the GPU. */
export class GpuLayers {
  private readonly blends = new Map<BlendModeId, BlendFilter>();
  private readonly mask = createMaskFilter();
  private readonly textures = new Map<LayerId, Texture>();
  private readonly sprite = new Sprite();
  private readonly stage = new Container();

  private constructor(private readonly renderer: WebGLRenderer) {
    this.stage.addChild(this.sprite);
  }

  /** @throws Error without WebGL 2 */
  static async create(canvas: HTMLCanvasElement): Promise<GpuLayers> {
    return new GpuLayers(await createRenderer(canvas));
  }

  /** Sets a layer's bitmap and takes ownership of the bitmap. `exact` means one layer pixel per preview pixel. */
  setLayer(layer: LayerId, bitmap: ImageBitmap, exact: boolean): void {
    this.releaseLayer(layer);
    this.textures.set(layer, imageTexture(bitmap, exact ? 'nearest' : 'linear'));
  }

  show(drawing: LayerDrawing): void {
    const base = this.textures.get(drawing.kind === 'blended' ? 'bottom' : drawing.layer);
    if (!base) return;
    const { width, height } = base;
    const { canvas } = this.renderer;
    if (canvas.width !== width || canvas.height !== height) this.renderer.resize(width, height);
    this.stage.filterArea = new Rectangle(0, 0, width, height);
    this.sprite.texture = base;
    this.stage.filters = this.filtersFor(drawing, width, height);
    this.renderer.render({ container: this.stage });
  }

  private filtersFor(drawing: LayerDrawing, width: number, height: number): Filter[] {
    const mask = this.textures.get('mask')?.source;
    if (drawing.kind === 'masked') {
      this.mask.set({ left: 0, top: 0, width, height }, mask);
      return [this.mask.filter];
    }
    const top = this.textures.get('top')?.source;
    if (drawing.kind === 'single' || !top) return [];
    let blend = this.blends.get(drawing.mode);
    if (!blend) {
      blend = createBlendFilter(drawing.mode);
      this.blends.set(drawing.mode, blend);
    }
    blend.set(drawing.place, top, drawing.masked ? mask : undefined);
    return [blend.filter];
  }

  destroy(): void {
    for (const layer of [...this.textures.keys()]) this.releaseLayer(layer);
    for (const { filter } of [this.mask, ...this.blends.values()]) filter.destroy();
    this.stage.destroy({ children: true });
    this.renderer.gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.renderer.destroy();
  }

  private releaseLayer(layer: LayerId): void {
    const texture = this.textures.get(layer);
    if (!texture) return;
    this.textures.delete(layer);
    if (this.sprite.texture === texture) this.sprite.texture = Texture.EMPTY;
    const { source } = texture;
    for (const { filter } of this.blends.values()) {
      if (filter.resources.uTop === source) filter.resources.uTop = Texture.WHITE.source;
      if (filter.resources.uMask === source) filter.resources.uMask = Texture.WHITE.source;
    }
    if (this.mask.filter.resources.uMask === source) this.mask.filter.resources.uMask = Texture.WHITE.source;
    releaseTexture(texture);
  }
}

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
