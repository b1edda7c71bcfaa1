import { isEmoji } from '../base/graphemes.ts';
import { isUnbreakable, lastOf, mustNotEndLine, mustNotStartLine } from './kinsoku.ts';
import { verticalOrientation } from './orientation.ts';

interface Piece {
  readonly text: string;
  readonly script: string;
}

const SPACE = /^[\s\u200b]$/u;
/** Matches characters without a line break on either side (classes GL and WJ of UAX 14), such as U+2011. */
const NO_BREAK = /^[\u00a0\u2007\u2011\u202f\u2060\ufeff]/u;
const HYPHEN = /[-\u2010\u2013\u2014]$/u;
/** Scripts without spaces between words, such as Thai. Finding their line breaks requires a dictionary. */
const dictionaryScripts = new Set(['Thai', 'Laoo', 'Khmr', 'Mymr']);

/** Returns for each item whether a line may begin with it; for Japanese characters, see JLREQ 3.1.7 to 3.1.10. */
export function findBreaks(pieces: readonly Piece[]): boolean[] {
  const words = dictionaryBreaks(pieces);
  const inUrl = urlPieces(pieces);
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    if (before === undefined) return false;
    if (inUrl.has(index)) return mayBreakUrl(before.text, piece.text);
    return words.has(index) || mayBreak(before, piece, pieces[index - 2]);
  });
}

function mayBreak(before: Piece, after: Piece, beforeThat: Piece | undefined): boolean {
  if (SPACE.test(after.text) || NO_BREAK.test(lastOf(before.text)) || NO_BREAK.test(after.text)) return false;
  if (SPACE.test(before.text) || before.text.endsWith('\u200b')) return true;
  if (mustNotStartLine(after.text) || mustNotEndLine(before.text)) return false;
  if (isUnbreakable(before.text, after.text)) return false;
  if (isIdeographic(before) || isIdeographic(after)) return true;
  // A hyphen between letters allows a line break; a minus sign or a leading dash doesn't.
  return HYPHEN.test(before.text) && /^\p{L}/u.test(after.text) && /\p{L}$/u.test(beforeThat?.text ?? '');
}

const URL = /(?:https?:\/\/|ftp:\/\/|www\.)[\x21-\x7e]+/giu;

/** Returns the indices of pieces inside a URL, without the first piece of each URL. */
function urlPieces(pieces: readonly Piece[]): Set<number> {
  const found = new Set<number>();
  const text = pieces.map((piece) => piece.text).join('');
  if (!/:\/\/|www\./iu.test(text)) return found;
  const urls = text.matchAll(URL);
  let url = urls.next().value;
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    while (url && at >= url.index + url[0].length) url = urls.next().value;
    if (url && at > url.index) found.add(index);
    at += piece.text.length;
  }
  return found;
}

/** Returns whether a URL may break between two characters (UAX 14: LB13, LB21, LB25). */
const mayBreakUrl = (before: string, after: string): boolean =>
  /[/?!|}-]$/u.test(before) && !/^[/?!|}\-)\],.:;"']/u.test(after) && !(/[/-]$/u.test(before) && /^\d/u.test(after));

/** True for characters that allow a line break on both sides: full-width characters, Hangul, emoji, tate-chu-yoko. */
export function isIdeographic({ text, script }: Piece): boolean {
  if (isEmoji(text)) return true;
  const orientation = verticalOrientation(text);
  if (orientation !== 'R') return (text.codePointAt(0) ?? 0) >= 0x1100;
  return script === 'Hira' && /^\p{Script=Katakana}|^[—―…‥]/u.test(text);
}

function dictionaryBreaks(pieces: readonly Piece[]): Set<number> {
  const breaks = new Set<number>();
  if (!pieces.some(({ script }) => dictionaryScripts.has(script))) return breaks;
  const starts = new Set<number>();
  for (const { index } of new Intl.Segmenter('th', { granularity: 'word' }).segment(
    pieces.map(({ text }) => text).join(''),
  ))
    starts.add(index);
  let at = 0;
  for (const [index, { text, script }] of pieces.entries()) {
    const isWord = dictionaryScripts.has(script) && dictionaryScripts.has(pieces[index - 1]?.script ?? '');
    if (isWord && starts.has(at) && /^\p{L}/u.test(text)) breaks.add(index);
    at += text.length;
  }
  return breaks;
}
