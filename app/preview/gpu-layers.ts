import { Container, type Filter, Rectangle, Sprite, Texture, type WebGLRenderer } from 'pixi.js';
import type { BlendModeId } from '#core/image/blend/blend-modes.ts';
import type { Layers } from '#core/image/layer.ts';
import { imageTexture, releaseTexture } from './image-texture.ts';
import { type BlendFilter, createBlendFilter, createMaskFilter, type LayerPlace } from './layer-filters.ts';
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
