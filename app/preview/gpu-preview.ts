import { Container, type Filter, Rectangle, Sprite, Texture, type WebGLRenderer } from 'pixi.js';
import type { ColorChange } from '#core/image/adjust-color.ts';
import { createBlurFilter, createColorFilter, createSharpenFilter } from './filters.ts';
import { imageTexture, releaseTexture } from './image-texture.ts';
import { createRenderer } from './renderer.ts';

/** Draws a preview on the GPU with core's curves, color matrices and kernels, within one frame. Exports don't use the GPU. */
export class GpuPreview {
  private readonly colors = createColorFilter();
  private readonly blur = createBlurFilter();
  private readonly sharpen = createSharpenFilter();
  private readonly sprite = new Sprite();
  private readonly stage = new Container();

  private constructor(private readonly renderer: WebGLRenderer) {
    this.stage.addChild(this.sprite);
  }

  /** @throws Error without WebGL 2 */
  static async create(canvas: HTMLCanvasElement): Promise<GpuPreview> {
    return new GpuPreview(await createRenderer(canvas));
  }

  /** Sets the image's bitmap and takes ownership of the bitmap. */
  setImage(bitmap: ImageBitmap): void {
    const { width, height } = bitmap;
    this.releaseImage();
    this.sprite.texture = imageTexture(bitmap, 'nearest');
    this.renderer.resize(width, height);
    this.stage.filterArea = new Rectangle(0, 0, width, height);
  }

  /** @param change undefined to show the image itself */
  showColors(change: ColorChange | undefined): void {
    if (change) this.colors.set(change);
    this.draw(change ? this.colors.filters : []);
  }

  /** @param previewScale scale of the preview relative to the image */
  showSharpness(sharpness: number, previewScale: number): void {
    const effect = sharpness < 0 ? this.blur : this.sharpen;
    effect.set(sharpness, previewScale);
    this.draw(sharpness === 0 ? [] : effect.filters);
  }

  destroy(): void {
    this.releaseImage();
    for (const filter of [...this.blur.filters, ...this.sharpen.filters]) filter.destroy();
    this.colors.destroy();
    this.stage.destroy({ children: true });
    this.renderer.gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.renderer.destroy();
  }

  private draw(filters: Filter[]): void {
    this.stage.filters = filters;
    this.renderer.render({ container: this.stage });
  }

  private releaseImage(): void {
    const { texture } = this.sprite;
    if (texture === Texture.EMPTY) return;
    this.sprite.texture = Texture.EMPTY;
    releaseTexture(texture);
  }
}
