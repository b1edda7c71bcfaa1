import type { Point } from '../geometry/point.ts';
import type { CaretStop, LineBox, TextLayout } from './layout.ts';
import type { TextArea } from './layout-style.ts';
import { readNotation } from './notation.ts';
import { prepareText } from './prepare.ts';

/** Width in em that a caret moves for a space at a line's end, which no line shows. */
const SPACE_EM = 0.25;

/** A text as a text field holds it, with `\n` as its line breaks, and its layout. */
export interface TypedText {
  readonly source: string;
  readonly layout: TextLayout;
  readonly hasRuby: boolean;
  /** Distance in pixels from one line to the next. */
  readonly pitchPx: number;
}

/**
 * Returns the place of a caret before the source's UTF-16 unit `at`: a line across the text's line, without a width in
 * the line's direction. Undefined for a text without lines.
 */
export function caretArea({ source, layout, hasRuby, pitchPx }: TypedText, at: number): TextArea | undefined {
  const end = source.trimEnd().length;
  // Spaces and line breaks at the end of the text belong to no line yet.
  const rest = source.slice(end, at).split('\n');
  const offset = drawnOffset(prepareText(source), preparedOffset(source, Math.min(at, end)), hasRuby);
  const line = layout.lines.findLast(({ start }) => start <= offset);
  if (!line) return undefined;
  const em = layout.fontSizePx;
  const breaks = rest.length - 1;
  const along = (breaks > 0 ? 0 : alongLine(line, offset)) + (rest.at(-1) ?? '').length * SPACE_EM * em;
  return layout.isVertical
    ? { left: line.left - breaks * pitchPx, top: line.top + along, width: em, height: 0 }
    : { left: line.left + along, top: line.top + breaks * pitchPx, width: 0, height: em };
}

function alongLine({ stops }: LineBox, offset: number): number {
  const stop = stops.findLast(({ start }) => start <= offset) ?? stops[0];
  if (!stop) return 0;
  const share = Math.min(1, Math.max(0, offset - stop.start) / Math.max(1, stop.end - stop.start));
  return stop.at + stop.advance * (stop.isRightToLeft ? 1 - share : share);
}

/** Returns the UTF-16 offset in the source of the place between two characters that is nearest to a point. */
export function sourceOffsetAt({ source, layout, hasRuby }: TypedText, point: Point): number {
  const { isVertical, fontSizePx: em } = layout;
  const prepared = prepareText(source);
  const distanceTo = ({ left, top }: LineBox) => Math.abs((isVertical ? point.x - left : point.y - top) - em / 2);
  const [first, ...others] = layout.lines;
  if (!first) return 0;
  const line = others.reduce((best, other) => (distanceTo(other) < distanceTo(best) ? other : best), first);
  const along = isVertical ? point.y - line.top : point.x - line.left;
  const middle = ({ at, advance }: CaretStop) => Math.abs(along - at - advance / 2);
  const [stop, ...rest] = line.stops;
  if (!stop) return sourceOffset(source, prepared, line.start, hasRuby);
  const nearest = rest.reduce((best, other) => (middle(other) < middle(best) ? other : best), stop);
  const isAfter = along > nearest.at + nearest.advance / 2 !== nearest.isRightToLeft;
  return sourceOffset(source, prepared, isAfter ? nearest.end : nearest.start, hasRuby);
}

/** Maps an offset in the source to an offset in the source without spaces at line ends. */
function preparedOffset(source: string, at: number): number {
  const above = source.slice(0, at).split('\n');
  const before = above.pop() ?? '';
  const length = above.reduce((sum, line) => sum + line.trimEnd().length + 1, 0);
  const [after = ''] = source.slice(at).split('\n', 1);
  return length + Math.min(before.length, (before + after).trimEnd().length);
}

/** Maps an offset in a text to an offset in the text without its ruby notation. */
function drawnOffset(text: string, at: number, hasRuby: boolean): number {
  if (!hasRuby) return at;
  const whole = readNotation(text).text;
  if (whole.length === text.length) return at;
  // Inside a notation, the caret is at its beginning: the nearest place where both parts read as the whole does.
  for (let cut = at; cut > 0; cut--) {
    const before = readNotation(text.slice(0, cut)).text;
    if (before + readNotation(text.slice(cut)).text === whole) return before.length;
  }
  return 0;
}

/** Returns the first offset in the source that is drawn at `offset`. */
function sourceOffset(source: string, prepared: string, offset: number, hasRuby: boolean): number {
  let [from, to] = [0, source.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (drawnOffset(prepared, preparedOffset(source, middle), hasRuby) < offset) from = middle + 1;
    else to = middle;
  }
  return from;
}
