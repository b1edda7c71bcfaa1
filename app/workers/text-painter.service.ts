import { transfer } from 'comlink';
import { type FontNames, readFontNames } from '#core/fonts/font-name.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { type OwnFont, readOwnFont } from '#core/fonts/own.ts';
import { unpackFont } from '#core/fonts/sfnt.ts';
import type { Point, Size } from '#core/geometry/point.ts';
import {
  planRevealOf,
  type RevealState,
  type RevealTiming,
  type RevealUnit,
  showCharacters,
} from '#core/text/animation/reveal.ts';
import { caretArea, sourceOffsetAt, type TypedText } from '#core/text/caret.ts';
import type { TextScene } from '#core/text/compose.ts';
import { findMisfits } from '#core/text/fit.ts';
import type { MissingGlyphs } from '#core/text/item.ts';
import type { TextArea } from '#core/text/layout-style.ts';
import { paintTextScene } from '#core/text/paint-scene.ts';
import { composeWork, type TextWork } from '#core/text/write.ts';
import { browserCanvases } from '../platform/canvases.ts';
import { browserFonts } from '../platform/fonts.ts';
import { sourceFile } from './files.ts';
import { serve } from './serve.ts';

export interface TextReport {
  readonly fontFamily: string;
  readonly missing: readonly MissingGlyphs[];
  /** True if the lines don't fit into the available space, or if painted glyphs extend outside the image. */
  readonly overflows: boolean;
  /** Bounds of the text's lines before rotation, in image pixels. */
  readonly bounds: TextArea;
}

export interface AddedFont {
  readonly family: string;
  readonly names: FontNames;
}

export interface PaintedTexts {
  readonly bitmap: ImageBitmap;
  /** One report per text, in the order of the texts. In the horizontal and vertical editors: main text, author. */
  readonly reports: readonly TextReport[];
}

/** A text of `work` as its text field holds it. */
export interface TypedSource {
  readonly index: number;
  readonly source: string;
  readonly lineGapEm: number;
  readonly hasRuby: boolean;
}

export interface RevealSettings extends RevealTiming {
  readonly reveal: RevealUnit;
  readonly frameRate: number;
}

/** Renders text previews with core's code in a worker, so that typing never waits for fonts or layout. */
class TextPainter {
  private readonly ownFonts = new Map<string, OwnFont>();
  /** Cached last layout. All frames of an animation show parts of the same layout. */
  private latest: { readonly key: string; readonly scene: TextScene } | undefined;

  /** @throws FudebakoError `fontType`, `fontLoad` */
  async addFont(name: string, blob: Blob): Promise<AddedFont> {
    const font = await readOwnFont(sourceFile(blob, name));
    await fontLibrary(browserFonts).openOwn(font);
    this.ownFonts.set(font.family, font);
    this.latest = undefined;
    return { family: font.family, names: readFontNames(await unpackFont(font.bytes)) };
  }

  removeFont(family: string): void {
    this.ownFonts.delete(family);
    this.latest = undefined;
  }

  /** Paints with `scale` canvas pixels per image pixel, on transparency. `shown` limits the number of characters. */
  async paint(work: TextWork, size: Size, scale: number, shown?: number): Promise<PaintedTexts> {
    const scene = await this.compose(work, size);
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    const canvas = browserCanvases.create(width, height);
    const part = shown === undefined ? scene : showCharacters(scene, shown);
    paintTextScene(part, { canvas, canvases: browserCanvases }, { scale: width / size.width });
    const bitmap = (canvas as unknown as OffscreenCanvas).transferToImageBitmap();
    const misfits = findMisfits(scene, size);
    const reports = scene.texts.map(({ font, layout: { missing, bounds } }, index) => ({
      fontFamily: font.fontFamily,
      missing,
      overflows: misfits[index] !== undefined,
      bounds,
    }));
    return transfer({ bitmap, reports }, [bitmap]);
  }

  async caretArea(work: TextWork, size: Size, source: TypedSource, at: number): Promise<TextArea | undefined> {
    const typed = await this.typed(work, size, source);
    return typed && caretArea(typed, at);
  }

  async sourceOffsetAt(work: TextWork, size: Size, source: TypedSource, point: Point): Promise<number> {
    const typed = await this.typed(work, size, source);
    return typed ? sourceOffsetAt(typed, point) : source.source.length;
  }

  private async typed(work: TextWork, size: Size, source: TypedSource): Promise<TypedText | undefined> {
    const layout = (await this.compose(work, size)).texts[source.index]?.layout;
    return layout && { ...source, layout, pitchPx: layout.fontSizePx * (1 + source.lineGapEm) };
  }

  async planReveal(
    work: TextWork,
    size: Size,
    { reveal, frameRate, ...timing }: RevealSettings,
  ): Promise<readonly RevealState[]> {
    return planRevealOf(await this.compose(work, size), reveal, frameRate, timing);
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
