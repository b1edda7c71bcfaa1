import type { Size } from '#core/geometry/point.ts';
import { drawingNames } from '#core/video/overlay/overlay.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import type { ImageId, ImageMix } from '#core/video/plan/timeline.ts';
import { thisTab } from '../../document/this-tab.ts';
import { type DrawnCaption, videoPreview } from './preview-client.ts';
import type { TextLook } from './preview-plan.ts';
import { type PreviewImages, PreviewPlayer } from './preview-player.ts';
import { TextDrawings } from './text-drawings.ts';

export interface FrameImage {
  /** ID of the image's file. */
  readonly id: string;
  readonly fit: FitMode;
}

export interface FrameStyle {
  readonly width: number;
  readonly height: number;
  readonly images: ReadonlyMap<ImageId, FrameImage>;
  readonly texts?: TextLook;
}

/** Two images and the weight of their crossfade. White replaces a missing image. */
interface DrawnMix {
  readonly mix: ImageMix;
  readonly from: ImageBitmap | undefined;
  readonly to: ImageBitmap | undefined;
  /** Title and caption, bottom first. */
  readonly texts: readonly (DrawnCaption | undefined)[];
}

/** Images scaled to the video's size. Each image is drawn on first use, and cached while in use. */
class FrameImages implements PreviewImages<FrameStyle, DrawnMix> {
  #look: FrameStyle = { width: 0, height: 0, images: new Map() };
  readonly #bitmaps = new Map<string, Promise<ImageBitmap | undefined>>();
  readonly #texts = new TextDrawings();

  get isEmpty(): boolean {
    return this.#look.width === 0;
  }

  setStyle(style: FrameStyle): void {
    if (JSON.stringify(style.texts) !== JSON.stringify(this.#look.texts)) this.#texts.clear();
    this.#look = style;
    const wanted = new Set([...style.images.keys(), 'final' as const].map((id) => this.#key(id)));
    for (const [key, bitmap] of this.#bitmaps) {
      if (wanted.has(key)) continue;
      this.#bitmaps.delete(key);
      void bitmap.then((drawn) => drawn?.close()).catch(() => undefined);
    }
  }

  /** @throws FudebakoError if an image cannot be decoded */
  async load(mix: ImageMix): Promise<DrawnMix> {
    const [from, to, texts] = await Promise.all([
      this.#bitmap(mix.from),
      this.#bitmap(mix.to),
      Promise.all(this.#drawings(mix.overlay)),
    ]);
    return { mix, from, to, texts };
  }

  draw(canvas: HTMLCanvasElement, drawn: DrawnMix): void {
    drawMix(canvas, drawn, this.#look);
  }

  /** Draws the title and the caption of an overlay that `planPreview` combines. */
  #drawings(overlay: string | undefined): readonly (Promise<DrawnCaption | undefined> | undefined)[] {
    const look = this.#look.texts;
    if (overlay === undefined || !look) return [];
    const [title, caption] = drawingNames(overlay);
    return [
      title ? this.#texts.get('', () => videoPreview.drawTitle(look.title, look)) : undefined,
      caption ? this.#texts.caption(caption, look) : undefined,
    ];
  }

  #key(id: ImageId): string | undefined {
    const { width, height, images } = this.#look;
    const size = `${width}x${height}`;
    if (id === 'final') return `final ${size}`;
    const image = images.get(id);
    return image && `${image.id} ${image.fit} ${size}`;
  }

  #bitmap(id: ImageId): Promise<ImageBitmap | undefined> {
    const key = this.#key(id);
    if (key === undefined) return Promise.resolve(undefined);
    let bitmap = this.#bitmaps.get(key);
    if (!bitmap) {
      const { width, height, images } = this.#look;
      const image = images.get(id);
      const size = { width, height };
      bitmap = image ? drawImage(image, size) : videoPreview.drawFinal(size);
      this.#bitmaps.set(key, bitmap);
      // Removes a failed image from the cache, so that the next request retries.
      bitmap.catch(() => this.#bitmaps.delete(key));
    }
    return bitmap;
  }
}

/** Draws an image when its file has been read; undefined if the file is missing. */
async function drawImage({ id, fit }: FrameImage, size: Size): Promise<ImageBitmap | undefined> {
  const blob = await thisTab().files.read(id);
  return blob && videoPreview.drawImage(blob, size, fit);
}

/** Draws a crossfade as in the exported video: the second image over the first, with the weight as opacity. */
function drawMix(canvas: HTMLCanvasElement, { mix, from, to, texts }: DrawnMix, { width, height }: FrameStyle): void {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser gives no canvas.');
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const paint = (bitmap: ImageBitmap | undefined, opacity: number) => {
    context.globalAlpha = opacity;
    context.fillStyle = '#ffffff';
    if (bitmap) context.drawImage(bitmap, 0, 0, width, height);
    else context.fillRect(0, 0, width, height);
  };
  paint(from, 1);
  if (mix.weight > 0) paint(to, mix.weight);
  context.globalAlpha = 1;
  for (const text of texts) if (text) context.drawImage(text.bitmap, text.left, text.top);
}

export type VideoPreviewPlayer = PreviewPlayer<FrameStyle, DrawnMix>;

/** Plays the video of a video maker before it is made. */
export const createVideoPreviewPlayer = (): VideoPreviewPlayer => new PreviewPlayer(new FrameImages());
