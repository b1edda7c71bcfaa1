import { transfer } from 'comlink';
import { fontLibrary } from '#core/fonts/library.ts';
import { type OwnFont, readOwnFont } from '#core/fonts/own.ts';
import type { Size } from '#core/geometry/point.ts';
import { countCharacters, showCharacters } from '#core/text/animation/reveal.ts';
import type { TextScene } from '#core/text/compose.ts';
import type { MissingGlyphs } from '#core/text/item.ts';
import type { Room } from '#core/text/layout-style.ts';
import { paintTextScene } from '#core/text/paint-scene.ts';
import { composeWork, type TextWork } from '#core/text/write.ts';
import { browserCanvases } from './canvases.ts';
import { sourceFile } from './files.ts';
import { browserFonts } from './fonts.ts';
import { serve } from './serve.ts';

/** What came of one text, beside its pixels. */
export interface TextReport {
  readonly fontFamily: string;
  /** What its font does not have; empty when nothing is missing. */
  readonly missing: readonly MissingGlyphs[];
  /** Its lines need more room than there is. */
  readonly overflows: boolean;
  /** Around its lines before it is turned, in pixels of the picture. */
  readonly bounds: Room;
}

export interface PaintedTexts {
  readonly bitmap: ImageBitmap;
  /** One for each text of the work, in its order: of a poem the main text and the author. */
  readonly reports: readonly TextReport[];
  /** How many there are of what an animation shows one by one. */
  readonly characters: number;
}

/**
 * Sets and paints texts for the screen with what writes them into the picture, away from the page:
 * nothing that is typed waits for a font or for a long text.
 */
class TextPainter {
  private readonly ownFonts = new Map<string, OwnFont>();
  /** What was set last: an animation shows it in parts. */
  private latest: { readonly key: string; readonly scene: TextScene } | undefined;

  /**
   * Makes a font file of the visitor's known, and says which family it is.
   * @throws FudebakoError `fontType`, `fontLoad`
   */
  async addFont(name: string, blob: Blob): Promise<string> {
    const font = await readOwnFont(sourceFile(blob, name));
    await fontLibrary(browserFonts).openOwn(font);
    this.ownFonts.set(font.family, font);
    this.latest = undefined;
    return font.family;
  }

  removeFont(family: string): void {
    this.ownFonts.delete(family);
    this.latest = undefined;
  }

  /**
   * The texts on nothing, so many canvas pixels to one of the picture's. The fonts are there before
   * anything is painted.
   * @param shown how many characters appear, of all texts in their order; all of them where it is missing
   */
  async paint(work: TextWork, size: Size, scale: number, shown?: number): Promise<PaintedTexts> {
    const scene = await this.compose(work, size);
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    const canvas = browserCanvases.create(width, height);
    const part = shown === undefined ? scene : showCharacters(scene, shown);
    paintTextScene(part, { canvas, canvases: browserCanvases }, { scale: width / size.width });
    const bitmap = (canvas as unknown as OffscreenCanvas).transferToImageBitmap();
    const reports = scene.texts.map(({ font, layout: { missing, overflows, bounds } }) => ({
      fontFamily: font.fontFamily,
      missing,
      overflows,
      bounds,
    }));
    return transfer({ bitmap, reports, characters: countCharacters(scene) }, [bitmap]);
  }

  private async compose(work: TextWork, size: Size): Promise<TextScene> {
    const key = JSON.stringify([work, size]);
    if (this.latest?.key === key) return this.latest.scene;
    const typesetter = { library: fontLibrary(browserFonts), ownFonts: [...this.ownFonts.values()] };
    const scene = await composeWork(work, size, typesetter);
    this.latest = { key, scene };
    return scene;
  }
}

export type TextPainterApi = TextPainter;
serve(new TextPainter());
