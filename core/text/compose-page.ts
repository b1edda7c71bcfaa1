import type { Size } from '../geometry/point.ts';
import { alignmentOf } from './anchor.ts';
import { MIN_FONT_PX, type SetText, setText, type TextPageParams, type TextScene, type Typesetter } from './compose.ts';
import type { LayoutStyle, TextArea, VerticalAlign } from './layout-style.ts';
import { areasOverlap } from './line-positions.ts';
import type { HorizontalStyle, VerticalStyle } from './settings.ts';
import { horizontalTextAreas, verticalTextAreas } from './text-areas.ts';

/**
 * Lays out main text, and author below. An author without an anchor is at the lower edge if it has a vertical padding,
 * or if the main text leaves no space. Main text above such an author shrinks if necessary. Offsets are applied after
 * the layout; an author that follows the main text moves with it.
 */
export async function composeHorizontal(
  { text, author, style, watermark }: TextPageParams<HorizontalStyle>,
  size: Size,
  typesetter: Typesetter,
): Promise<TextScene> {
  const areas = horizontalTextAreas(style, size, watermark);
  const mainStyle = { ...textStyleOf(style.main, size, false), ...alignmentOf(style.main.anchor) };
  const setMain = (area: TextArea, shrinks: boolean, clearOf?: TextArea) =>
    setText(text, style.main, mainStyle, area, typesetter, clearOf, shrinks);
  const { shrinkToFit } = style.main;
  const main = await setMain(areas.main, shrinkToFit);
  const padded = areas.author;
  const authorStyle = textStyleOf(style.author, size, false);
  const setAuthor = (area: TextArea, vAlign: 'top' | 'bottom') =>
    setText(
      author,
      style.author,
      { ...authorStyle, align: 'right', vAlign, ...alignmentOf(style.author.anchor) },
      area,
      typesetter,
      undefined,
      style.author.shrinkToFit,
    );
  const moved = (main: SetText, author: SetText): TextScene => ({
    texts: [moveByOffset(main, style.main, size), moveByOffset(author, style.author, size)],
    watermark,
  });
  const lowest = await setAuthor(padded, 'bottom');
  if (style.author.anchor !== 'none') return moved(main, lowest);
  const { bounds } = main.layout;
  const gap = Math.max(12, fontPx(style.main.fontPctH, size) * style.main.colGapEm);
  const top = bounds.top + bounds.height + gap;
  if (style.author.paddingPctH !== undefined || top > lowest.layout.bounds.top) {
    const above = {
      ...areas.main,
      height: lowest.layout.bounds.top - areas.main.top - AUTHOR_CLEARANCE_EM * authorStyle.fontSizePx,
    };
    const ends = async (authorBounds: TextArea) => {
      const shrunk = above.height > 0 ? await setMain(above, true) : undefined;
      // A main text that doesn't fit above the author gets its full area; the lines beside the author are shorter.
      return shrunk && !shrunk.layout.overflows ? shrunk : setMain(areas.main, shrinkToFit, authorBounds);
    };
    return moved(await clearOfAuthor(main, lowest, ends), lowest);
  }
  const area = { ...padded, top, height: padded.top + padded.height - top };
  const following = await setAuthor(area, 'top');
  return moved(main, moveByOffset(following, style.main, size));
}

/** Distance in em between main text and an author at the lower edge. */
const AUTHOR_CLEARANCE_EM = 0.5;

async function clearOfAuthor(
  main: SetText,
  author: SetText,
  setMain: (clearOf: TextArea) => Promise<SetText>,
): Promise<SetText> {
  const { bounds, lines } = author.layout;
  const meets = lines.some((line) => main.layout.lines.some((other) => areasOverlap(line, other)));
  return meets ? setMain(bounds) : main;
}

/**
 * Lays out vertical main text from the upper right, and the author at the lower left. Columns end above the author. An
 * anchor moves a text as a block, so all columns still begin at the same height.
 */
export async function composeVertical(
  { text, author, style, watermark }: TextPageParams<VerticalStyle>,
  size: Size,
  typesetter: Typesetter,
): Promise<TextScene> {
  const areas = verticalTextAreas(style, size, watermark);
  const { main: mainLook, author: authorLook } = style;
  const mainAlign = alignmentOf(mainLook.anchor);
  const setMain = async (area: TextArea, shrinks: boolean, clearOf?: TextArea) => {
    const mainStyle = { ...textStyleOf(mainLook, size, true), align: mainAlign?.align ?? 'right' } as const;
    const set = await setText(text, mainLook, mainStyle, area, typesetter, clearOf, shrinks);
    return moveBlock(set, area, mainAlign?.vAlign ?? 'top');
  };
  const setAuthor = async () => {
    const align = alignmentOf(authorLook.anchor);
    const authorStyle = { ...textStyleOf(authorLook, size, true), align: align?.align ?? 'left' } as const;
    // Without an anchor, the author's columns end at the lower edge.
    const vAlign = align ? 'top' : 'bottom';
    const { shrinkToFit } = authorLook;
    const set = await setText(
      author,
      authorLook,
      { ...authorStyle, vAlign },
      areas.author,
      typesetter,
      undefined,
      shrinkToFit,
    );
    return moveBlock(set, areas.author, align?.vAlign ?? 'top');
  };
  const [main, signed] = await Promise.all([setMain(areas.main, mainLook.shrinkToFit), setAuthor()]);
  const ends = (authorBounds: TextArea) => {
    if (!mainAlign) return setMain(areas.main, mainLook.shrinkToFit, authorBounds);
    const height = authorBounds.top - areas.main.top - AUTHOR_CLEARANCE_EM * signed.layout.fontSizePx;
    return setMain({ ...areas.main, height: Math.max(0, height) }, true);
  };
  const clear = authorLook.anchor === 'none' ? await clearOfAuthor(main, signed, ends) : main;
  return {
    texts: [moveByOffset(clear, mainLook, size), moveByOffset(signed, authorLook, size)],
    watermark,
  };
}

const fontPx = (pctH: number, { height }: Size) => Math.max(MIN_FONT_PX, (height * pctH) / 100);

type PageTextStyle = VerticalStyle['main'] & { readonly useVariableWidthFont?: boolean };

function textStyleOf(
  style: Pick<PageTextStyle, 'fontPctH' | 'charGapEm' | 'colGapEm' | 'useVariableWidthFont'>,
  size: Size,
  vertical: boolean,
): LayoutStyle {
  return {
    fontSizePx: fontPx(style.fontPctH, size),
    charGapEm: style.charGapEm,
    lineGapEm: style.colGapEm,
    vertical,
    // Vertical text always uses em cells; rotated characters keep their proportional widths.
    variableWidth: style.useVariableWidthFont ?? true,
    align: 'left',
    vAlign: 'top',
    imageSize: size,
  };
}

const shares = { top: 0, middle: 0.5, bottom: 1 } as const;

/** Moves a vertical text down inside its area, so that the longest column touches the lower edge or is centered. */
function moveBlock(text: SetText, area: TextArea, vAlign: VerticalAlign): SetText {
  const free = area.height - (text.layout.bounds.top - area.top) - text.layout.bounds.height;
  return moveText(text, 0, Math.max(0, free) * shares[vAlign]);
}

/** Offsets of a text from its aligned position, in percent of the image's width and height. */
interface TextOffset {
  readonly offsetXPct: number;
  readonly offsetYPct: number;
}

function moveByOffset(text: SetText, { offsetXPct, offsetYPct }: TextOffset, { width, height }: Size): SetText {
  return moveText(text, (width * offsetXPct) / 100, (height * offsetYPct) / 100);
}

function moveText(text: SetText, x: number, y: number): SetText {
  if (x === 0 && y === 0) return text;
  const { layout } = text;
  const moved = <R extends TextArea>(area: R): R => ({ ...area, left: area.left + x, top: area.top + y });
  return {
    ...text,
    area: moved(text.area),
    layout: {
      ...layout,
      boxes: layout.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
      lines: layout.lines.map(moved),
      bounds: moved(layout.bounds),
    },
  };
}
