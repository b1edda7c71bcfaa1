import type { Size } from '#core/geometry/point.ts';
import { shownIn } from '#core/text/animation/reveal.ts';
import type { CaptionFrame } from '#core/text/captions/draw-caption.ts';
import type { TextWork } from '#core/text/write.ts';
import type { ImageId, ImageMix } from '#core/video/plan/timeline.ts';
import { textPainter } from '../../workers/text-painter-client.ts';
import type { DrawnCaption } from '../video-maker/preview-client.ts';
import { type PreviewImages, PreviewPlayer } from '../video-maker/preview-player.ts';
import { TextDrawings } from '../video-maker/text-drawings.ts';

interface RevealStyle {
  readonly work: TextWork;
  readonly size: Size;
  /** Canvas pixels per image pixel. */
  readonly scale: number;
  readonly captions: CaptionFrame;
}

/** Paints the texts of an animation, with the caption over them, on transparent pixels. */
class RevealImages implements PreviewImages<RevealStyle | undefined, ImageBitmap> {
  #style: RevealStyle | undefined;
  /** Both ends of a fade, which all frames of the fade mix. */
  readonly #ends = new Map<ImageId, Promise<ImageBitmap>>();
  readonly #captions = new TextDrawings();

  get isEmpty(): boolean {
    return this.#style === undefined;
  }

  setStyle(style: RevealStyle | undefined): void {
    this.#style = style;
    this.#ends.clear();
    this.#captions.clear();
  }

  async load({ from, to, weight, overlay }: ImageMix): Promise<ImageBitmap> {
    const style = this.#style as RevealStyle;
    const [texts, caption] = await Promise.all([
      from === to
        ? [await paint(from, style)]
        : Promise.all([this.#end(from, style), ...(weight > 0 ? [this.#end(to, style)] : [])]),
      overlay === undefined ? undefined : this.#captions.caption(overlay, style.captions),
    ]);
    const [only] = texts;
    return only && from === to && !caption ? only : compose(texts, weight, caption);
  }

  release(drawn: ImageBitmap): void {
    drawn.close();
  }

  draw(canvas: HTMLCanvasElement, drawn: ImageBitmap): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const { width, height } = drawn;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.globalCompositeOperation = 'copy';
    context.drawImage(drawn, 0, 0);
  }

  #end(id: ImageId, style: RevealStyle): Promise<ImageBitmap> {
    const end = this.#ends.get(id) ?? paint(id, style);
    this.#ends.set(id, end);
    return end;
  }
}

const paint = async (id: ImageId, { work, size, scale }: RevealStyle): Promise<ImageBitmap> =>
  (await textPainter.paint(work, size, scale, { shown: shownIn(id) })).bitmap;

/** Adds premultiplied colors, so pixels that are equal in both texts of a fade stay constant. */
function compose([from, to]: readonly ImageBitmap[], weight: number, caption: DrawnCaption | undefined): ImageBitmap {
  if (!from) throw new TypeError('A frame needs a text');
  const canvas = new OffscreenCanvas(from.width, from.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gives no canvas.');
  context.globalAlpha = to ? 1 - weight : 1;
  context.drawImage(from, 0, 0);
  if (to) {
    context.globalCompositeOperation = 'lighter';
    context.globalAlpha = weight;
    context.drawImage(to, 0, 0);
  }
  context.globalCompositeOperation = 'source-over';
  context.globalAlpha = 1;
  if (caption) context.drawImage(caption.bitmap, caption.left, caption.top);
  return canvas.transferToImageBitmap();
}

/** Plays the text animation on the stage of a text page. */
export const revealPlayer = new PreviewPlayer(new RevealImages());
