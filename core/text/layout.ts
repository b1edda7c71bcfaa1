import { splitGraphemes } from '../base/graphemes.ts';
import type { FontSet } from '../fonts/library.ts';
import type { Point } from '../geometry/point.ts';
import { paragraphLevel } from './bidi.ts';
import type { GlyphBox } from './glyph-box.ts';
import type { ItemGlyph, MissingGlyphs, TextItem } from './item.ts';
import { type ItemLine, type PlacedSlot, strokeOf, visualSlots } from './item-line.ts';
import { shapeParagraph } from './items.ts';
import { keepInkInside } from './keep-ink-inside.ts';
import type { LayoutStyle, TextArea } from './layout-style.ts';
import { createLinePositions } from './line-positions.ts';
import { breakLines } from './lines.ts';
import { drawnText, type MarkedText, marksWithin, unmarked } from './notation.ts';
import { RUBY_CLEARANCE_EM, RUBY_EM } from './ruby.ts';
import { rubyBoxes } from './ruby-boxes.ts';

/** Bounding box of the em boxes of a line or column. Glyph outlines may extend beyond the box. */
export interface LineBox extends TextArea {
  readonly start: number;
  readonly end: number;
  /** Places of the line's characters in reading order, for a caret. */
  readonly stops: readonly CaretStop[];
}

/** Characters that share one place in a line; lengths are in pixels from the line's start. */
export interface CaretStop {
  readonly start: number;
  readonly end: number;
  readonly at: number;
  readonly advance: number;
  readonly isRightToLeft: boolean;
}

export interface TextLayout {
  /** Font size of a text layout in pixels; smaller than requested if the text was shrunk. */
  readonly fontSizePx: number;
  /** Space in pixels for ruby and emphasis dots, above each line or to the right of each column. */
  readonly besidePx: number;
  readonly isVertical: boolean;
  readonly boxes: readonly GlyphBox[];
  readonly lines: readonly LineBox[];
  readonly bounds: TextArea;
  readonly missing: readonly MissingGlyphs[];
  readonly overflows: boolean;
  readonly breaksWords: boolean;
}

/** Lays out a prepared text. Lines end before the area `clearOf`. The layout is identical on every platform. */
export function layoutText(
  text: string | MarkedText,
  fonts: FontSet,
  style: LayoutStyle,
  area: TextArea,
  clearOf?: TextArea,
): TextLayout {
  return layoutShaped(shapeText(text, fonts, style), style, area, clearOf);
}

/** Shaped glyphs of a text in em, independent of the font size. */
export interface ShapedText {
  readonly marked: MarkedText;
  readonly fonts: FontSet;
  readonly paragraphs: readonly {
    readonly items: readonly TextItem[];
    readonly offset: number;
    readonly level: number;
  }[];
}

export function shapeText(text: string | MarkedText, fonts: FontSet, style: LayoutStyle): ShapedText {
  const marked = typeof text === 'string' ? unmarked(text) : text;
  let offset = 0;
  const paragraphs = marked.text.split('\n').map((paragraph) => {
    const own = marksWithin(marked, offset, offset + paragraph.length);
    const shaped = { items: shapeParagraph(own, fonts, style), offset, level: paragraphLevel(paragraph) };
    offset += paragraph.length + 1;
    return shaped;
  });
  return { marked, fonts, paragraphs };
}

/** Lays out a shaped text. The same shaped text can be laid out at every font size. */
export function layoutShaped(shaped: ShapedText, given: LayoutStyle, room: TextArea, clearOf?: TextArea): TextLayout {
  const { marked, fonts } = shaped;
  const whole = reserveHangingSpace(given, room);
  const { style, area } = reserveRubySpace(marked, given, whole);
  const places = createLinePositions(style, area, clearOf);
  const lines = parts(shaped, style, places);
  const lengths = lines.map(({ line }) => line.length * style.fontSizePx);
  const slots = lines.map((_, index) => places(index).slot);
  const origins = placeLines(lengths, slots, style, area);
  const boxes: GlyphBox[] = [];
  const lineBoxes: LineBox[] = [];
  let firstLine: readonly GlyphBox[] = [];
  for (const [index, { line, offset, level }] of lines.entries()) {
    const origin = origins[index] as Point;
    const stops = placeLine(line, level, offset, origin, fonts, style, boxes);
    const { start, end } = lineRange(line, offset);
    lineBoxes.push({ ...lineBox(origin, lengths[index] ?? 0, style), start, end, stops });
    if (index === 0) firstLine = [...boxes];
  }
  const bounds = withRuby(boundsOfLines(lineBoxes, area), area, whole);
  const layout = {
    fontSizePx: style.fontSizePx,
    besidePx: style.vertical ? whole.width - area.width : area.top - whole.top,
    isVertical: style.vertical,
    missing: findMissing(drawnText(marked), fonts),
    breaksWords: lines.some(({ startsInsideWord }) => startsInsideWord),
    ...keepInkInside({ boxes, lines: lineBoxes, bounds }, firstLine, style.vertical, whole),
  };
  return { ...layout, overflows: overflows(layout.bounds, whole) };
}

/** Ends lines half an em before the image's edge, so that the edge doesn't cut hanging punctuation. */
function reserveHangingSpace(style: LayoutStyle, area: TextArea): TextArea {
  const { imageSize, vertical, fontSizePx: em } = style;
  if (!style.hangingPunctuation || !imageSize) return area;
  return vertical
    ? { ...area, height: Math.max(0, Math.min(area.height, imageSize.height - em / 2 - area.top)) }
    : { ...area, width: Math.max(0, Math.min(area.width, imageSize.width - em / 2 - area.left)) };
}

/** Reserves space in the text's area for ruby and emphasis dots, which are above lines or to the right of columns. */
function reserveRubySpace({ rubies, emphasized }: MarkedText, style: LayoutStyle, area: TextArea) {
  if (rubies.length === 0 && emphasized.length === 0) return { style, area };
  // For a character with both ruby and an emphasis dot, the dot is outside the ruby, so both need space.
  const both = rubies.some((ruby) => emphasized.some(({ start, end }) => start < ruby.end && ruby.start < end));
  const besideEm = both ? 2 * RUBY_EM : RUBY_EM;
  const beside = besideEm * style.fontSizePx;
  return {
    style: { ...style, lineGapEm: Math.max(style.lineGapEm, besideEm + RUBY_CLEARANCE_EM) },
    area: style.vertical
      ? { ...area, width: Math.max(0, area.width - beside) }
      : { ...area, top: area.top + beside, height: Math.max(0, area.height - beside) },
  };
}

/** Enlarges the bounds of a text by the space for ruby that `reserveRubySpace` removed from the text's area. */
function withRuby(bounds: TextArea, area: TextArea, whole: TextArea): TextArea {
  const above = area.top - whole.top;
  return {
    left: bounds.left,
    top: bounds.top - above,
    width: bounds.width + (whole.width - area.width),
    height: bounds.height + above,
  };
}

interface PlacedLine {
  readonly line: ItemLine;
  /** UTF-16 offset of a paragraph in the text. */
  readonly offset: number;
  readonly level: number;
  readonly startsInsideWord: boolean;
}

function parts(
  { paragraphs }: ShapedText,
  style: LayoutStyle,
  places: ReturnType<typeof createLinePositions>,
): PlacedLine[] {
  let count = 0;
  return paragraphs.flatMap(({ items, offset, level }) => {
    const before = count;
    const lines = breakLines(items, style, (line) => places(before + line).maxEm).map((line, index) => ({
      line,
      offset,
      level,
      startsInsideWord: index > 0 && !line.slots[0]?.item.breakBefore,
    }));
    count += lines.length;
    return lines;
  });
}

const alignShare = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 } as const;

/** Returns the origin of each line: the top left of a horizontal line, or the top center of a column. */
function placeLines(lengths: readonly number[], slots: readonly number[], style: LayoutStyle, area: TextArea): Point[] {
  const { fontSizePx: em, lineGapEm, align, vAlign, vertical } = style;
  const pitch = em * (1 + lineGapEm);
  const across = em + pitch * (slots.at(-1) ?? 0);
  if (vertical) {
    const right = area.left + across + (area.width - across) * alignShare[align];
    return lengths.map((length, index) => ({
      x: right - em / 2 - (slots[index] ?? 0) * pitch,
      y: area.top + (area.height - length) * alignShare[vAlign],
    }));
  }
  const top = area.top + (area.height - across) * alignShare[vAlign];
  return lengths.map((length, index) => ({
    x: area.left + (area.width - length) * alignShare[align],
    y: top + (slots[index] ?? 0) * pitch,
  }));
}

function lineBox({ x, y }: Point, length: number, { vertical, fontSizePx: em }: LayoutStyle): TextArea {
  return vertical
    ? { left: x - em / 2, top: y, width: em, height: length }
    : { left: x, top: y, width: length, height: em };
}

function placeLine(
  line: ItemLine,
  level: number,
  offset: number,
  origin: Point,
  fonts: FontSet,
  style: LayoutStyle,
  boxes: GlyphBox[],
): CaretStop[] {
  const { fontSizePx: em, vertical } = style;
  const baseline = vertical ? 0 : fonts.primary.metrics.emAscent;
  const placed: PlacedSlot[] = [];
  let pen = 0;
  for (const slot of visualSlots(line, level)) {
    placed.push({ slot, at: pen });
    pen += slot.advance + slot.gap;
  }
  const beside = rubyBoxes(line, placed, offset, origin, fonts, style);
  // Sorts glyph boxes in reading order, ruby with its base, because text animations reveal boxes in this order.
  placed.sort((a, b) => a.slot.item.start - b.slot.item.start);
  for (const [index, { slot }] of placed.entries()) {
    if (slot.isDrawnBefore) {
      boxes.push(...(beside.get(slot.item) ?? []));
      continue;
    }
    const stroke = strokeOf(placed, index);
    const [x, y] = vertical ? [0, stroke.at - slot.lead] : [stroke.at - slot.lead, baseline];
    const box = (glyph: Pick<ItemGlyph, 'x' | 'y' | 'turned' | 'scaleX'>, outline: GlyphBox['outline']): GlyphBox => ({
      outline,
      text: slot.item.text,
      start: offset + slot.item.start,
      end: offset + slot.item.end,
      x: origin.x + (x + glyph.x) * em,
      y: origin.y + (y + glyph.y) * em,
      rotation: glyph.turned ? 90 : 0,
      sizePx: em,
      scaleX: glyph.scaleX,
      ...(stroke.extra > 0 && {
        longer: { along: vertical && !glyph.turned ? 'y' : 'x', px: stroke.extra * em } as const,
      }),
      advance: slot.advance * em,
    });
    if (slot.item.emoji)
      boxes.push(
        box(
          { x: vertical ? 0 : slot.item.advance / 2, y: vertical ? 0.5 : 0.5 - baseline, turned: false, scaleX: 1 },
          undefined,
        ),
      );
    for (const glyph of slot.item.glyphs) boxes.push(box(glyph, { face: glyph.face, glyph: glyph.glyph }));
    boxes.push(...(beside.get(slot.item) ?? []));
  }
  return placed.map(({ slot: { item, advance }, at }) => ({
    start: offset + item.start,
    end: offset + item.end,
    at: at * em,
    advance: advance * em,
    isRightToLeft: item.level % 2 === 1,
  }));
}

function lineRange({ slots }: ItemLine, offset: number): { start: number; end: number } {
  return { start: offset + (slots[0]?.item.start ?? 0), end: offset + (slots.at(-1)?.item.end ?? 0) };
}

function boundsOfLines(lines: readonly LineBox[], area: TextArea): TextArea {
  const left = Math.min(...lines.map((line) => line.left));
  const top = Math.min(...lines.map((line) => line.top));
  const right = Math.max(...lines.map((line) => line.left + line.width));
  const bottom = Math.max(...lines.map((line) => line.top + line.height));
  return lines.length > 0
    ? { left, top, width: right - left, height: bottom - top }
    : { left: area.left, top: area.top, width: 0, height: 0 };
}

function overflows(bounds: TextArea, area: TextArea): boolean {
  return bounds.width > area.width + 0.01 || bounds.height > area.height + 0.01;
}

/** Returns the characters that the font lacks, grouped by the family that substitutes them, in text order. */
function findMissing(text: string, fonts: FontSet): MissingGlyphs[] {
  const found = new Map<string | undefined, Set<string>>();
  for (const { text: grapheme } of splitGraphemes(text)) {
    const { substitute, missing } = fonts.fontFor(grapheme);
    if ((!substitute && !missing) || grapheme.trim() === '') continue;
    const characters = found.get(substitute) ?? new Set();
    found.set(substitute, characters.add(grapheme));
  }
  return [...found].map(([family, characters]) => ({ characters: [...characters].join(''), family }));
}
