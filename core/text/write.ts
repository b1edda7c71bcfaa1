import type { SourceFile } from '../base/files.ts';
import { copyRaster, type Raster } from '../base/raster.ts';
import type { FontFace, InkBox } from '../fonts/face.ts';
import { fontLibrary } from '../fonts/library.ts';
import { type OwnFont, readOwnFont } from '../fonts/own.ts';
import { type Box, boundsOf, boxCorners, growBox } from '../geometry/box.ts';
import { applyMatrix, type Size } from '../geometry/point.ts';
import type { RowBand } from '../image/bands.ts';
import { blankRaster } from '../image/blank.ts';
import { checkImageSize } from '../image/check-size.ts';
import { markPlace } from '../image/mark.ts';
import { paintInBands } from '../image/paint-bands.ts';
import { defaultValues } from '../parameters/parse.ts';
import type { OperationContext, TaskContext } from '../platform/context.ts';
import {
  composeTexts,
  missingOf,
  type SetText,
  type TextPageParams,
  type TextScene,
  type Typesetter,
} from './compose.ts';
import { composeHorizontal, composeVertical } from './compose-page.ts';
import { findMisfits, type Misfit } from './fit.ts';
import { type GlyphBox, inkOf } from './glyph-box.ts';
import type { MissingGlyphs } from './item.ts';
import { overridePage } from './overrides.ts';
import { backingBoxes, PATH_POINT, shadowReach } from './paint.ts';
import { paintTextScene, textTransform } from './paint-scene.ts';
import { requireText } from './prepare.ts';
import {
  type AdvancedText,
  type HorizontalStyle,
  notationFields,
  type TextNotation,
  type VerticalStyle,
} from './settings.ts';

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
  /** True to find the parameters of typesetting that change nothing. */
  readonly findsUnused?: boolean | undefined;
}

export interface WrittenImage extends Raster {
  readonly misfits: readonly (Misfit | undefined)[];
  readonly missing: readonly (MissingGlyphs & { readonly font: string })[];
  readonly unused: readonly string[];
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
    findsUnused: context.findsUnused,
  };
  const { missing, misfits, unused, ...raster } = await context.platform.workers.run('write-text', task, {
    signal: context.signal,
    onProgress: context.onProgress,
    workBytes: width * height * 4,
  });
  warnOfMissing(missing, context);
  warnOfMisfits(work, misfits, context);
  warnOfUnused(unused, context);
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

/** Returns the parameters of typesetting that could have their defaults without moving or changing a glyph. */
export async function unusedNotation(
  scene: TextScene,
  work: TextWork,
  size: Size,
  typesetter: Typesetter,
): Promise<string[]> {
  const given: Partial<TextNotation> = (work.kind === 'texts' ? work.notation : work.page) ?? {};
  const unused: string[] = [];
  for (const [name, value] of Object.entries(defaultValues(notationFields))) {
    if ((given[name as keyof TextNotation] ?? value) === value) continue;
    const changed = { [name]: value };
    const plain =
      work.kind === 'texts'
        ? { ...work, notation: { ...work.notation, ...changed } }
        : ({ ...work, page: { ...work.page, ...changed } } as TextWork);
    if (glyphsOf(await composeWork(plain, size, typesetter)) === glyphsOf(scene)) unused.push(name);
  }
  return unused;
}

/** Returns the glyphs of all texts with their places, as text to compare. */
const glyphsOf = ({ texts }: TextScene): string =>
  JSON.stringify(
    texts.map(({ layout }) => layout.boxes.map(({ outline, ...box }) => ({ ...box, glyph: outline?.glyph }))),
  );

export function warnOfUnused(unused: readonly string[], { onWarning }: OperationContext): void {
  for (const option of unused) onWarning?.({ code: 'notationUnused', data: { option } });
}

/** Paints texts on an image; the worker task of `writeText`. */
export async function paintWork(
  { work, ownFonts, base, size, findsUnused }: WriteTask,
  { platform, onProgress }: TaskContext,
): Promise<WrittenImage> {
  const { canvases, fonts } = platform;
  const library = fontLibrary(fonts);
  await library.openOwnFonts(ownFonts);
  const scene = await composeWork(work, size, { library, ownFonts });
  const unused = findsUnused ? await unusedNotation(scene, work, size, { library, ownFonts }) : [];
  onProgress?.(0.4);
  const image = 'image' in base ? copyRaster(base.image) : blankRaster(size, base.color);
  paintInBands(image, touchedRows(scene, size), canvases, (canvas, { start }) =>
    paintTextScene(scene, { canvas, canvases }, { image: size, firstRow: start }),
  );
  const { width, height, data } = image;
  return { width, height, data, missing: missingOf(scene), misfits: findMisfits(scene, size), unused };
}

/** Returns the image rows on which texts are painted, as unsorted ranges that may overlap. */
export function touchedRows(scene: TextScene, size: Size): RowBand[] {
  const { y, side } = markPlace(size);
  return [...scene.texts.flatMap(rowsOfText), ...(scene.watermark ? [{ start: y - 1, end: y + side + 1 }] : [])];
}

function rowsOfText(text: SetText): RowBand[] {
  const { frame, layout, paint } = text;
  const matrix = textTransform(text, 1);
  const boxes = layout.boxes.map(paintedBox).filter((box) => box !== undefined);
  const reached = boxes.map((box) =>
    growBox(box, paint.outlineWidthPx + 1 + (paint.shadow ? shadowReach(paint.shadow) : 0)),
  );
  if (paint.backing) reached.push(...backingBoxes(layout, paint.backing).map((box) => growBox(box, 1)));
  if (frame) reached.push(growBox(frame.box, (frame.border?.widthPx ?? 0) / 2 + 1));
  return reached.map((box) => {
    const { top, bottom } = boundsOf(boxCorners(box).map((corner) => applyMatrix(matrix, corner)));
    return { start: top, end: bottom };
  });
}

/** Returns the bounding box of a glyph in layout pixels, without the stroked outline. */
function paintedBox(box: GlyphBox): Box | undefined {
  if (box.outline) return inkOf(box, reachOf(box.outline.face, box.outline.glyph));
  // Adds a margin, because an emoji that the platform draws may extend beyond its cell.
  return growBox({ left: box.x, top: box.y, right: box.x, bottom: box.y }, box.sizePx);
}

const reaches = new WeakMap<FontFace, Map<number, InkBox | undefined>>();

/** Returns the bounds in em of a glyph's points. Boxes stated by the font may be wrong, and would clip the glyph. */
function reachOf(face: FontFace, glyph: number): InkBox | undefined {
  const known = reaches.get(face) ?? new Map<number, InkBox | undefined>();
  reaches.set(face, known);
  if (!known.has(glyph)) known.set(glyph, pointsBox(face.outline(glyph), face.unitsPerEm));
  return known.get(glyph);
}

function pointsBox(data: string, unitsPerEm: number): InkBox | undefined {
  const points = [...data.matchAll(PATH_POINT)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
  if (points.length === 0) return undefined;
  const { left, top, right, bottom } = boundsOf(points);
  return { left: left / unitsPerEm, top: bottom / unitsPerEm, right: right / unitsPerEm, bottom: top / unitsPerEm };
}
