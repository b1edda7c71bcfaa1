import { FudebakoError } from '#core/base/errors.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { parsePastedJson } from '#core/parameters/pasted.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { overridePage } from '#core/text/overrides.ts';
import { MAX_TEXT_LENGTH, prepareText } from '#core/text/prepare.ts';
import { overrideFields } from '#core/text/settings.ts';
import { notationOf, notationParams } from '../../image-tool/text-notation.ts';
import { showError } from '../../notices/error-queue.ts';
import { familiesOf, fontReferences, type OwnFontFile, usableWork, useOwnFonts } from '../../ui/fonts/own-fonts.ts';
import { findTextPageProblem, mergeStyle } from './drawn-texts.ts';
import { defaultStyle } from './initial-style.ts';
import { type PagePartStyle, type PageText, pageParts, type TextPage } from './text-page.ts';
import type { TextPageKind } from './text-page-kind.ts';

type Fonts = readonly OwnFontFile[];

export function pageParams(kind: TextPageKind, page: TextPage, fonts: Fonts) {
  const work = usableWork(kind.workOf(page), fonts);
  const { text, author, style, watermark } = work.kind === 'texts' ? page : work.page;
  const params = {
    text: prepareText(text),
    author: prepareText(author),
    style: { main: drawnStyle(style.main), author: drawnStyle(style.author) },
    watermark,
    ...notationParams(notationOf(page)),
  };
  return { params, families: familiesOf(work) };
}

export function stepsOf(kind: TextPageKind, page: TextPage, fonts: Fonts, refer: typeof fontReferences): Recipe {
  const { params, families } = pageParams(kind, page, fonts);
  const files = refer(families, fonts);
  return [{ operation: kind.operation.id, params, ...(files.length > 0 ? { inputs: { fonts: files } } : {}) }];
}

export function stepsNow(kind: TextPageKind, page: TextPage): Recipe | undefined {
  const problem = findTextPageProblem(page);
  if (!problem) return stepsOf(kind, page, useOwnFonts.getState().fonts, fontReferences);
  showError(new FudebakoError(problem, { max: MAX_TEXT_LENGTH }));
  return undefined;
}

/** Removes the guide lines, which exist only on the screen. */
const drawnStyle = ({ showGuides: _, ...style }: PagePartStyle): Omit<PagePartStyle, 'showGuides'> => style;

export const styleJson = ({ style }: TextPage): string => JSON.stringify(style);

/** @throws FudebakoError `settingsPaste` if the text contains no style; the errors of `parsePasted` */
export function pasteTextPage(kind: TextPageKind, texts: readonly PageText[], pasted: string): readonly PageText[] {
  const object = parseObject(pasted);
  const params = isObject(object.params) ? object.params : object;
  const style = isObject(params.style) ? params.style : params;
  if (!pageParts.some((part) => isObject(style[part]))) throw new FudebakoError('settingsPaste');
  const pastedTexts = [params.text, params.style === undefined ? undefined : params.author];
  const merged = (tab: number) => {
    const part = pageParts[tab] ?? 'main';
    return mergeStyle(kind.fields[part], texts[tab]?.style ?? defaultStyle(kind.fields[part]), style[part]);
  };
  const looks = overridePage({ main: merged(0), author: merged(1) }, restoreValues(overrideFields, params));
  return texts.map((text, tab) => {
    const part = pageParts[tab] ?? 'main';
    const words = pastedTexts[tab];
    return {
      text: typeof words === 'string' ? words : text.text,
      style: looks[part],
    };
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses pasted JSON. Returns its object or, for a list, the first object in the list. */
function parseObject(json: string): Fields {
  const raw = parsePastedJson(json);
  const first: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (!isObject(first)) throw new FudebakoError('settingsPaste');
  return first;
}
