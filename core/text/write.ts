import type { SourceFile } from '../base/files.ts';
import { copyRaster, type Raster } from '../base/raster.ts';
import { fontLibrary } from '../fonts/library.ts';
import { type OwnFont, readOwnFont } from '../fonts/own.ts';
import type { Size } from '../geometry/point.ts';
import { blankRaster } from '../image/blank.ts';
import { checkImageSize } from '../image/check-size.ts';
import { paintInBands } from '../image/paint-bands.ts';
import type { OperationContext, TaskContext } from '../platform/context.ts';
import { composeTexts, missingOf, type TextPageParams, type TextScene, type Typesetter } from './compose.ts';
import { composeHorizontal, composeVertical } from './compose-page.ts';
import { findMisfits, type Misfit } from './fit.ts';
import type { MissingGlyphs } from './item.ts';
import { overridePage } from './overrides.ts';
import { paintTextScene } from './paint-scene.ts';
import { requireText } from './prepare.ts';
import type { AdvancedText, HorizontalStyle, TextNotation, VerticalStyle } from './settings.ts';
import { touchedRows } from './touched-rows.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'write-text': typeof paintWork;
  }
}

export type TextWork =
  | { readonly kind: 'texts'; readonly texts: readonly AdvancedText[]; readonly notation?: Partial<TextNotation> }
  | { readonly kind: 'horizontal'; readonly page: TextPageParams<HorizontalStyle> }
  | { readonly kind: 'vertical'; readonly page: TextPageParams<VerticalStyle> };

export interface WriteInputs {
  readonly image: Raster | undefined;
  readonly fonts: readonly SourceFile[] | undefined;
}

export interface BlankBackground extends Size {
  readonly background: string;
}

/** Input of a worker task that paints texts, as cloneable data. */
export interface WriteTask {
  readonly work: TextWork;
  readonly ownFonts: readonly OwnFont[];
  readonly base: { readonly image: Raster } | { readonly color: string };
  readonly size: Size;
}

export interface WrittenImage extends Raster {
  readonly misfits: readonly (Misfit | undefined)[];
  readonly missing: readonly (MissingGlyphs & { readonly font: string })[];
}

/**
 * Writes texts on an image or a blank background. Pixels that no text touches stay unchanged. Warns about missing
 * glyphs and text that doesn't fit.
 * @throws FudebakoError `textEmpty`, `fontUnknown`, `fontType`, `fontLoad`; CancelledError
 */
export async function writeText(
  { image, fonts = [] }: WriteInputs,
  blank: BlankBackground,
  work: TextWork,
  context: OperationContext,
): Promise<Raster> {
  if (work.kind !== 'texts') requireText(work.page.text);
  const { width, height } = image ?? blank;
  checkImageSize({ width, height }, context.limits);
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const task: WriteTask = {
    work,
    ownFonts,
    base: image ? { image } : { color: blank.background },
    size: { width, height },
  };
  const { missing, misfits, ...raster } = await context.platform.workers.run('write-text', task, {
    signal: context.signal,
    onProgress: context.onProgress,
    workBytes: width * height * 4,
  });
  warnOfMissing(missing, context);
  warnOfMisfits(work, misfits, context);
  return raster;
}

const misfitWarnings = { image: 'textOutside', area: 'textOverflows' } as const;

/** Warns about each text that doesn't fit, with the name of the text's parameter. */
export function warnOfMisfits(
  { kind }: TextWork,
  misfits: WrittenImage['misfits'],
  { onWarning }: OperationContext,
): void {
  const nameOf = (index: number) => (kind === 'texts' ? `texts[${index}]` : index === 0 ? 'text' : 'author');
  for (const misfit of ['image', 'area'] as const) {
    const texts = misfits.flatMap((found, index) => (found === misfit ? [nameOf(index)] : []));
    if (texts.length > 0) onWarning?.({ code: misfitWarnings[misfit], data: { texts: texts.join(', ') } });
  }
}

export function warnOfMissing(missing: WrittenImage['missing'], { onWarning }: OperationContext): void {
  for (const { font, characters, family } of missing)
    onWarning?.(
      family
        ? { code: 'glyphsSubstituted', data: { font, characters, family } }
        : { code: 'glyphsMissing', data: { characters } },
    );
}

export function composeWork(work: TextWork, size: Size, typesetter: Typesetter): Promise<TextScene> {
  switch (work.kind) {
    case 'texts':
      return composeTexts(work.texts, size, { ...typesetter, notation: work.notation });
    case 'horizontal': {
      const style = overridePage(work.page.style, work.page);
      return composeHorizontal({ ...work.page, style }, size, { ...typesetter, notation: work.page });
    }
    case 'vertical': {
      const style = overridePage(work.page.style, work.page);
      return composeVertical({ ...work.page, style }, size, { ...typesetter, notation: work.page });
    }
  }
}

/** Paints texts on an image; the worker task of `writeText`. */
export async function paintWork(
  { work, ownFonts, base, size }: WriteTask,
  { platform, onProgress }: TaskContext,
): Promise<WrittenImage> {
  const { canvases, fonts } = platform;
  const library = fontLibrary(fonts);
  await library.openOwnFonts(ownFonts);
  const scene = await composeWork(work, size, { library, ownFonts });
  onProgress?.(0.4);
  const image = 'image' in base ? copyRaster(base.image) : blankRaster(size, base.color);
  paintInBands(image, touchedRows(scene, size), canvases, (canvas, { start }) =>
    paintTextScene(scene, { canvas, canvases }, { image: size, firstRow: start }),
  );
  const { width, height, data } = image;
  return { width, height, data, missing: missingOf(scene), misfits: findMisfits(scene, size) };
}
