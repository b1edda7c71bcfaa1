/** Text that people read, as the lines of a paragraph, list item, table cell, comment or string. */
export interface Passage {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

type Line = Passage['lines'][number];

const passage = (lines: readonly Line[]): Passage[] =>
  lines.some(({ text }) => text.trim() !== '') ? [{ lines }] : [];

/** Matches comments that contain types or instructions for tools. */
const NOT_PROSE = /^(?:biome-ignore|eslint|@ts-|@type\b|@typedef|@vitest|#|\/|<reference|\{|\||import\(|═|─)/;

/** Returns the comments in TypeScript or JavaScript source, except comments after code on the same line. */
export function commentsOf(source: string): Passage[] {
  const passages: Passage[] = [];
  let open: Line[] = [];
  let [isBlock, isExample] = [false, false];
  const flush = () => {
    passages.push(...passage(open));
    open = [];
  };
  for (const [index, whole] of source.split('\n').entries()) {
    const line = whole.trim();
    const number = index + 1;
    if (!isBlock && line.startsWith('//')) {
      const text = line.replace(/^\/+\s*/, '');
      if (text === '' || NOT_PROSE.test(text)) flush();
      else open.push({ number, text });
      continue;
    }
    if (!isBlock && !line.startsWith('/*')) {
      flush();
      continue;
    }
    if (!isBlock) {
      flush();
      [isBlock, isExample] = [true, false];
    }
    const text = line
      .replace(/^(?:\/\*+|\*(?!\/))\s?/, '')
      .replace(/\s*\*+\/.*$/, '')
      .trim();
    // Each list item is a separate passage.
    if (/^[-*] /.test(text)) flush();
    if (/^@/.test(text)) {
      flush();
      isExample = /^@(?:example|type|typedef|packageDocumentation)\b/.test(text);
    }
    if (text === '') flush();
    else if (!isExample && !NOT_PROSE.test(text)) open.push({ number, text: withoutTag(text.replace(/^[-*] /, '')) });
    if (line.includes('*/')) {
      flush();
      isBlock = false;
    }
  }
  flush();
  return passages;
}

const withoutTag = (text: string) =>
  text.replace(/^@(?:param|property|template)\s+(?:\{.*?\}\s*)?(?:\[[^\]]*\]|\S+)\s*|^@\w+\s*/, '');

/** Returns the paragraphs, headings, list items and table cells of Markdown, without code blocks. */
export function markdownPassages(source: string): Passage[] {
  const passages: Passage[] = [];
  let open: Line[] = [];
  let [isFenced, isInList, isAfterBlank] = [false, false, true];
  const flush = () => {
    passages.push(...passage(open));
    open = [];
  };
  for (const [index, whole] of source.split('\n').entries()) {
    const number = index + 1;
    const line = whole.trim();
    if (/^(?:```|~~~)/.test(line)) {
      flush();
      isFenced = !isFenced;
      continue;
    }
    if (isFenced) continue;
    const isCode = /^(?: {4}|\t)/.test(whole) && !isInList && (isAfterBlank || open.length === 0);
    isAfterBlank = line === '' || isCode;
    if (line === '') flush();
    else if (isCode) continue;
    else if (line.startsWith('|')) {
      flush();
      if (!/^[|\s:-]+$/.test(line))
        for (const cell of line.split(/(?<!\\)\|/)) passages.push(...passage([{ number, text: cell.trim() }]));
    } else if (/^#+\s/.test(line)) {
      flush();
      isInList = false;
      passages.push(...passage([{ number, text: line.replace(/^#+\s+/, '') }]));
    } else {
      const item = /^(?:[-*+]|\d+\.)\s+/.exec(line);
      if (item) flush();
      if (item) isInList = true;
      else if (!/^\s/.test(whole) && open.length === 0) isInList = false;
      open.push({ number, text: line.replace(/^(?:[-*+]|\d+\.|>)\s+/, '') });
    }
  }
  flush();
  return passages;
}

/** Matches keys of translations that contain search terms, which are never displayed. */
const UNREAD = /keywords|alsoCalled/i;

/** Returns the strings of a translation file, each with the number of its first line. */
export function tablePassages(source: string): Passage[] {
  const strings =
    /([\w'"-]+):\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|^\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=,$)/gm;
  return [...withoutUnread(source).matchAll(strings)].flatMap((match) => {
    const [whole, key = '', value = whole.trim()] = match;
    if (UNREAD.test(key)) return [];
    const start = match.index + whole.indexOf(value);
    const number = source.slice(0, start).split('\n').length;
    return passage([{ number, text: value.slice(1, -1).replace(/\\(['"])/g, '$1') }]);
  });
}

/** Replaces search terms of the command palette by spaces. Line breaks stay, so line numbers don't change. */
const withoutUnread = (source: string) =>
  source.replace(/\bactions: \{[^{}]*\}/g, (object) => object.replace(/[^\n]/g, ' '));
