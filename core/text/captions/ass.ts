import { linesOf, parseTime, type TimedText } from './timed-texts.ts';

/** Columns of a line `Dialogue:` in files without a line `Format:`. */
const COLUMNS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');

const TIME = /^\s*\d{1,6}:\d{1,2}:\d{1,2}(?:[.:]\d{1,3})?\s*$/;

/** Yields the lines `Dialogue:` of an ASS or SSA file. The last column, the text, may contain commas. */
export function* assTexts(text: string): Generator<TimedText> {
  let columns: readonly string[] = COLUMNS;
  let isInEvents = false;
  for (const line of linesOf(text)) {
    if (line.startsWith('[')) isInEvents = /^\[events\]/i.test(line);
    if (!isInEvents) continue;
    const [, kind = '', rest = ''] = /^(format|dialogue):(.*)$/is.exec(line) ?? [];
    if (kind.toLowerCase() === 'format')
      columns = rest
        .toLowerCase()
        .split(',', MAX_COLUMNS)
        .map((name) => name.trim());
    if (kind.toLowerCase() !== 'dialogue') continue;
    const cells = firstCells(rest, columns.length);
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const [start, end] = [cell('start'), cell('end')];
    if (TIME.test(start) && TIME.test(end))
      yield { start: parseTime(start), end: parseTime(end), markup: cell('text'), isAss: true };
  }
}

const MAX_COLUMNS = 32;

/** Splits a line at commas into at most `count` cells. The last cell has the rest of the line. */
export function firstCells(line: string, count: number): string[] {
  const cells: string[] = [];
  let start = 0;
  while (cells.length < count - 1) {
    const comma = line.indexOf(',', start);
    if (comma < 0) break;
    cells.push(line.slice(start, comma));
    start = comma + 1;
  }
  cells.push(line.slice(start));
  return cells;
}

/** Removes overrides such as `{\\i1}`, and drawings between `{\\p1}` and `{\\p0}`. Decodes line breaks and hard spaces. */
export function assText(markup: string): string {
  let [shown, isDrawing] = ['', false];
  let at = 0;
  for (;;) {
    const open = markup.indexOf('{', at);
    const close = open < 0 ? -1 : markup.indexOf('}', open);
    if (!isDrawing) shown += markup.slice(at, close < 0 ? markup.length : open);
    if (close < 0) break;
    const drawing = /\\p(\d)/.exec(markup.slice(open, Math.min(close, open + 200)));
    if (drawing) isDrawing = drawing[1] !== '0';
    at = close + 1;
  }
  return shown.replace(/\\[Nn]/g, '\n').replaceAll('\\h', '\u00a0');
}
