import type { CaptionFrame } from '#core/text/captions/draw-caption.ts';
import { captionFonts } from './caption-fonts.ts';
import { type DrawnCaption, videoPreview } from './preview-client.ts';

/** Maximum number of texts in memory. */
const KEPT_TEXTS = 16;

/** Captions and titles that are drawn over a preview, by name. Keeps those used last. */
export class TextDrawings {
  readonly #texts = new Map<string, Promise<DrawnCaption | undefined>>();

  clear(): void {
    this.#texts.clear();
  }

  get(name: string, draw: () => Promise<DrawnCaption | undefined>): Promise<DrawnCaption | undefined> {
    const drawn = this.#texts.get(name) ?? draw();
    this.#texts.delete(name);
    this.#texts.set(name, drawn);
    for (const oldest of this.#texts.keys()) if (this.#texts.size > KEPT_TEXTS) this.#texts.delete(oldest);
    // Removes a failed text from the cache, so that the next request retries.
    drawn.catch(() => this.#texts.delete(name));
    return drawn;
  }

  caption(text: string, look: CaptionFrame): Promise<DrawnCaption | undefined> {
    return this.get(text, async () => videoPreview.drawCaption(text, look, await captionFonts(look.style)));
  }
}
