import { splitGraphemes } from '../base/graphemes.ts';
import type { FontFace } from '../fonts/face.ts';
import type { FontSet } from '../fonts/library.ts';
import { paragraphLevel, visualOrder } from './bidi.ts';
import type { ItemGlyph, MissingGlyphs, TextItem } from './item.ts';
import { shapeParagraph } from './items.ts';
import type { LayoutStyle, Room } from './layout-style.ts';
import { createLinePlaces } from './line-places.ts';
import { breakLines, type ItemLine, type LineSlot } from './lines.ts';

/** A glyph or a picture in its place. In pixels, y down. */
export interface GlyphBox {
  /** The outline's face and glyph; nothing for an emoji, which the platform draws. */
  readonly outline: { readonly face: FontFace; readonly glyph: number } | undefined;
  readonly text: string;
  /** Where its graphemes stand in the whole text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** An outline's origin (a turned one's too), or the middle of an emoji's cell. */
  readonly x: number;
  readonly y: number;
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90;
  /** The font size, and what of its width is left. */
  readonly sizePx: number;
  readonly scaleX: number;
  /** By how many pixels it is longer than the font has it, to its right or downwards: a dash that stands for several. */
  readonly longer?: { readonly along: 'x' | 'y'; readonly px: number };
  /** What its item takes along the line, without the gap after it. */
  readonly advance: number;
}

/** A line or a column as a box: its em boxes, without what of the ink leaves them. */
export interface LineBox extends Room {
  readonly start: number;
  readonly end: number;
}

export interface TextLayout {
  readonly boxes: readonly GlyphBox[];
  readonly lines: readonly LineBox[];
  /** Around all lines. */
  readonly bounds: Room;
  /** What the chosen font lacks; empty when nothing is missing. */
  readonly missing: readonly MissingGlyphs[];
  /** True when the lines need more room than there is. */
  readonly overflows: boolean;
  /** True where a word was longer than a line and had to be parted. */
  readonly partsWords: boolean;
}

/**
 * Sets a prepared text; lines end before `clearOf`, for which see `createLinePlaces`. The same text, fonts and style give the same numbers everywhere: HarfBuzz
 * and a few sums in double precision, nothing that a platform measures.
 */
export function layoutText(text: string, fonts: FontSet, style: LayoutStyle, room: Room, clearOf?: Room): TextLayout {
  return layoutShaped(shapeText(text, fonts, style), style, room, clearOf);
}

/** A text whose glyphs are chosen, in em: what of setting it does not depend on its size. */
export interface ShapedText {
  readonly text: string;
  readonly fonts: FontSet;
  readonly paragraphs: readonly {
    readonly items: readonly TextItem[];
    /** Where it begins in the text. */
    readonly offset: number;
    readonly level: number;
  }[];
}

export function shapeText(text: string, fonts: FontSet, style: LayoutStyle): ShapedText {
  let offset = 0;
  const paragraphs = text.split('\n').map((paragraph) => {
    const shaped = { items: shapeParagraph(paragraph, fonts, style), offset, level: paragraphLevel(paragraph) };
    offset += paragraph.length + 1;
    return shaped;
  });
  return { text, fonts, paragraphs };
}

/** As `layoutText`, of a text that `shapeText` has shaped in the same style, whatever its size. */
export function layoutShaped(shaped: ShapedText, style: LayoutStyle, room: Room, clearOf?: Room): TextLayout {
  const { text, fonts } = shaped;
  const places = createLinePlaces(style, room, clearOf);
  const lines = parts(shaped, style, places);
  const lengths = lines.map(({ line }) => line.length * style.fontSizePx);
  const slots = lines.map((_, index) => places(index).slot);
  const origins = placeLines(lengths, slots, style, room);
  const boxes: GlyphBox[] = [];
  const lineBoxes: LineBox[] = [];
  for (const [index, { line, offset, level }] of lines.entries()) {
    const origin = origins[index] as Point;
    placeLine(line, level, offset, origin, fonts, style, boxes);
    const { start, end } = lineRange(line, offset);
    lineBoxes.push({ ...lineRoom(origin, lengths[index] ?? 0, style), start, end });
  }
  const bounds = boundsOfLines(lineBoxes, room);
  return {
    boxes,
    lines: lineBoxes,
    bounds,
    missing: findMissing(text, fonts),
    overflows: overflows(bounds, room),
    partsWords: lines.some(({ isParted }) => isParted),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface PlacedLine {
  readonly line: ItemLine;
  /** Where its paragraph begins in the text. */
  readonly offset: number;
  readonly level: number;
  /** It begins within a word. */
  readonly isParted: boolean;
}

function parts(
  { paragraphs }: ShapedText,
  style: LayoutStyle,
  places: ReturnType<typeof createLinePlaces>,
): PlacedLine[] {
  let count = 0;
  return paragraphs.flatMap(({ items, offset, level }) => {
    const before = count;
    const lines = breakLines(items, style.charGapEm, (line) => places(before + line).maxEm).map((line, index) => ({
      line,
      offset,
      level,
      isParted: index > 0 && !line.slots[0]?.item.breakBefore,
    }));
    count += lines.length;
    return lines;
  });
}

const alignShare = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 } as const;

/** Where lines begin: the left end of a horizontal one's em boxes' top, the top of a column's middle. */
function placeLines(lengths: readonly number[], slots: readonly number[], style: LayoutStyle, room: Room): Point[] {
  const { fontSizePx: em, lineGapEm, align, vAlign, vertical } = style;
  const pitch = em * (1 + lineGapEm);
  const across = em + pitch * (slots.at(-1) ?? 0);
  if (vertical) {
    const right = room.left + across + (room.width - across) * alignShare[align];
    return lengths.map((length, index) => ({
      x: right - em / 2 - (slots[index] ?? 0) * pitch,
      y: room.top + (room.height - length) * alignShare[vAlign],
    }));
  }
  const top = room.top + (room.height - across) * alignShare[vAlign];
  return lengths.map((length, index) => ({
    x: room.left + (room.width - length) * alignShare[align],
    y: top + (slots[index] ?? 0) * pitch,
  }));
}

function lineRoom({ x, y }: Point, length: number, { vertical, fontSizePx: em }: LayoutStyle): Room {
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
): void {
  const { fontSizePx: em, vertical } = style;
  const baseline = vertical ? 0 : fonts.primary.metrics.emAscent;
  const placed: PlacedSlot[] = [];
  let pen = 0;
  for (const slot of visualSlots(line, level)) {
    placed.push({ slot, at: pen });
    pen += slot.advance + slot.gap;
  }
  // The page and the text animation show characters in reading order.
  placed.sort((a, b) => a.slot.item.start - b.slot.item.start);
  for (const [index, { slot }] of placed.entries()) {
    if (slot.isDrawnBefore) continue;
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
  }
}

interface PlacedSlot {
  readonly slot: LineSlot;
  readonly at: number;
}

/** Where a sign is drawn, and how much longer for those that follow it and are drawn with it; in em. */
function strokeOf(placed: readonly PlacedSlot[], index: number): { readonly at: number; readonly extra: number } {
  let [first, last] = [placed[index]?.at ?? 0, placed[index]?.at ?? 0];
  for (let next = index + 1; placed[next]?.slot.isDrawnBefore; next++) {
    const at = placed[next]?.at ?? 0;
    [first, last] = [Math.min(first, at), Math.max(last, at)];
  }
  return { at: first, extra: last - first };
}

/**
 * The slots from left to right, or from top to bottom. Spaces that end a line fall to its end in
 * reading direction (rule L1) and beyond the room; a gap belongs between two neighbours, on
 * whichever side the next one stands.
 */
function visualSlots(line: ItemLine, level: number): LineSlot[] {
  const { slots } = line;
  if (level === 0 && slots.every(({ item }) => item.level === 0)) return [...slots];
  const lastInk = slots.findLastIndex(({ item }) => !item.isSpace);
  const inked = slots.slice(0, lastInk + 1);
  const order = visualOrder(inked.map(({ item }) => item.level)).map((index) => inked[index] as LineSlot);
  return order.map((slot, index) => {
    const next = order[index + 1];
    if (!next) return { ...slot, gap: 0 };
    const [first, second] = slot.item.start < next.item.start ? [slot, next] : [next, slot];
    const adjacent = first.item.end === second.item.start;
    return { ...slot, gap: adjacent ? first.gap : Math.max(slot.gap, next.gap) };
  });
}

function lineRange({ slots }: ItemLine, offset: number): { start: number; end: number } {
  return { start: offset + (slots[0]?.item.start ?? 0), end: offset + (slots.at(-1)?.item.end ?? 0) };
}

function boundsOfLines(lines: readonly LineBox[], room: Room): Room {
  const left = Math.min(...lines.map((line) => line.left));
  const top = Math.min(...lines.map((line) => line.top));
  const right = Math.max(...lines.map((line) => line.left + line.width));
  const bottom = Math.max(...lines.map((line) => line.top + line.height));
  return lines.length > 0
    ? { left, top, width: right - left, height: bottom - top }
    : { left: room.left, top: room.top, width: 0, height: 0 };
}

/** By more than the rounding of a sum. */
function overflows(bounds: Room, room: Room): boolean {
  return bounds.width > room.width + 0.01 || bounds.height > room.height + 0.01;
}

/** What the chosen font does not have, by the family that stands in, in the order of the text. */
function findMissing(text: string, fonts: FontSet): MissingGlyphs[] {
  const found = new Map<string | undefined, Set<string>>();
  for (const { text: grapheme } of splitGraphemes(text)) {
    const { substitute, missing } = fonts.fontFor(grapheme);
    if (!substitute && !missing) continue;
    const characters = found.get(substitute) ?? new Set();
    found.set(substitute, characters.add(grapheme));
  }
  return [...found].map(([family, characters]) => ({ characters: [...characters].join(''), family }));
}
